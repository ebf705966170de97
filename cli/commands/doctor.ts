import {
  bundledExecutablePaths,
  examine,
  isFit,
  provideBrowser,
  readSystemKind,
  type DoctorPlace,
} from '../../verifier/index.ts';
import { renderFindings } from '../findings.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';
import { verifierWorld } from '../world.ts';

/** The image that the sample and most systems name; which one a run takes is in its system.yaml. */
const usualImage = 'postgres:16-alpine';

/** The options of `assay doctor`. */
export interface DoctorOptions {
  readonly json: boolean;
  readonly mend: boolean;
}

/** Says what this machine has and lacks, and installs what needs no answer when told to; resolves to the exit code: 0 when a verification can run. */
export async function runDoctor(options: DoctorOptions, terminal: Terminal): Promise<number> {
  const place = await placeOf(terminal);
  if (options.mend) {
    const provided = await provideBrowser(place, (message) => terminal.stderr.write(`${message}\n`));
    if (!provided.ok) terminal.stderr.write(`${provided.failure}\n`);
  }
  const findings = await examine(place);
  terminal.stdout.write(
    options.json
      ? `${JSON.stringify({ fit: isFit(findings), findings }, undefined, 2)}\n`
      : renderFindings(findings, terminal),
  );
  return isFit(findings) ? exitCodes.ok : exitCodes.unfit;
}

async function placeOf(terminal: Terminal): Promise<DoctorPlace> {
  const { baseEnv, browser, cache, temporary, images } = verifierWorld(terminal);
  return {
    baseEnv,
    ...(browser === undefined ? {} : { browser }),
    playwright: await bundledExecutablePaths(),
    image: images['*'] ?? usualImage,
    cache,
    temporary,
    system: await readSystemKind(),
    node: process.versions.node,
  };
}
