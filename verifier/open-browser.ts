import { join } from 'node:path';
import mime from 'mime';
import { evaluate, scopeOf } from '../contracts/language/index.ts';
import { findBrowser } from './doctor/browser-finder.ts';
import { bundledExecutablePaths, launchBrowser, type LaunchOptions } from './probes/browser/index.ts';
import type { Result } from './environment/index.ts';
import { BrowserSupply } from './run/index.ts';
import type { Run } from './run.ts';

/** Finds a browser (the one that was named, Playwright's own, the system's) and starts it. The failure says what was tried and what to do. */
export async function openBrowser(run: Run): Promise<Result<BrowserSupply, string>> {
  const { world } = run;
  const found = await findBrowser({
    env: world.baseEnv,
    explicit: world.browser,
    playwright: await bundledExecutablePaths(),
  });
  if (!found.found) {
    const tried = found.tried.map(({ candidate, why }) => `${candidate}: ${why}`).join('; ');
    return { ok: false, failure: `no browser was found (${tried}); “assay doctor” says how to get one` };
  }
  const options = launchOptions(run, found.executablePath);
  const first = await launchBrowser(options);
  return first.ok
    ? { ok: true, value: new BrowserSupply(first.value, () => launchBrowser(options)) }
    : { ok: false, failure: `${found.executablePath} did not start: ${first.failure}` };
}

function launchOptions(run: Run, executablePath: string): LaunchOptions {
  const { world, plan, files, scratch } = run;
  return {
    executablePath,
    clock: world.clock,
    signal: world.signal,
    internet: plan.system.internet,
    served: plan.system.serve.flatMap(({ url, file }) => {
      const body = files.get(file);
      return body === undefined ? [] : [{ url, type: mime.getType(file) ?? 'application/octet-stream', body }];
    }),
    place: plan.system.place,
    ownHosts: hostsElsewhere(run),
    downloadsPath: join(scratch, 'downloads'),
  };
}

/** The hosts of an application that somebody else runs: they are the system's own, too. */
function hostsElsewhere({ plan, secrets }: Run): readonly string[] {
  return plan.system.services.flatMap((service) => {
    if (service.kind !== 'app' || service.start.by !== 'url') return [];
    const address = evaluate(service.start.url, scopeOf({ secret: secrets }));
    return address.ok && typeof address.value === 'string' && URL.canParse(address.value)
      ? [new URL(address.value).hostname]
      : [];
  });
}
