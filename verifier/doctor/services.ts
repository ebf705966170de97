import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { serverAccount } from '../environment/postgres/account.ts';
import { findBinaries, findPackage } from '../environment/postgres/binaries.ts';
import { digestOf, findEngine, isEngineForbidden } from '../environment/containers/engine.ts';
import type { DoctorPlace, Finding } from './finding.ts';
import { installLine } from './remedies.ts';

/**
 * The ways to a PostgreSQL: containers (an engine and an image), and the embedded binaries. One of them is enough; the other one's
 * lack is then only a degradation.
 */
export async function examineServices(place: Pick<DoctorPlace, 'image' | 'system' | 'temporary'>): Promise<Finding[]> {
  const [containers, embedded] = await Promise.all([examineContainers(place), examineEmbedded(place)]);
  const usable = containers.every(({ state }) => state === 'ok') || embedded.state === 'ok';
  return usable ? [...containers, embedded] : [...containers, embedded].map(aggravate);
}

/** Nothing else takes its place. */
function aggravate(finding: Finding): Finding {
  return finding.state === 'degraded' ? { ...finding, state: 'missing' } : finding;
}

async function examineContainers({ image, system }: Pick<DoctorPlace, 'image' | 'system'>): Promise<Finding[]> {
  const engine = {
    id: 'engine',
    title: 'Container engine',
    neededFor:
      'services in containers (for PostgreSQL, the embedded one is taken else; “container:” and “dockerfile:” in system.yaml have nothing else)',
  } as const;
  const found = await findEngine();
  if ('missing' in found)
    return [{ ...engine, state: 'degraded', found: found.missing, remedy: await engineRemedy(system) }];
  const version = (await found.found.container.dockerode.version()) as { readonly Version?: string };
  const images = { id: 'image', title: 'PostgreSQL image', neededFor: 'a database in a container' } as const;
  const digest = await digestOf(found.found, image);
  return [
    { ...engine, state: 'ok', found: `answers, version ${version.Version ?? 'unknown'}` },
    digest === undefined
      ? {
          ...images,
          state: 'degraded',
          found: `${image} is not on this machine; a run tries to pull it`,
          remedy: `docker pull ${image}`,
        }
      : { ...images, state: 'ok', found: `${image} ${digest.slice(0, 19)}` },
  ];
}

async function engineRemedy(system: DoctorPlace['system']): Promise<string> {
  if (await isEngineForbidden()) return 'sudo usermod -aG docker "$USER", then log in again';
  return installLine({ debian: 'docker.io', brew: '--cask docker', alpine: 'docker' }, system);
}

async function examineEmbedded({ temporary }: Pick<DoctorPlace, 'temporary'>): Promise<Finding> {
  const about = { id: 'embedded', title: 'Embedded PostgreSQL', neededFor: 'a database without containers' } as const;
  const account = serverAccount();
  if (account === undefined) {
    const found = 'PostgreSQL does not run as root, and there is no account “postgres” or “nobody”';
    return { ...about, state: 'degraded', found, remedy: 'useradd --system postgres' };
  }
  const root = findPackage();
  if (root === undefined)
    return { ...about, state: 'degraded', found: 'its package was not installed for this machine', remedy: 'npm ci' };
  const staging = join(temporary, `assay-doctor-${randomBytes(6).toString('hex')}`);
  try {
    const binaries = await findBinaries(root, staging, account);
    return 'why' in binaries
      ? { ...about, state: 'degraded', found: `its programs do not run here: ${binaries.why}` }
      : { ...about, state: 'ok', found: binaries.origin };
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}
