import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { makeFolder } from '../folder.ts';
import { EvidenceError, evidenceError } from './evidence-error.ts';
import { hasReport, markInUse, markReleased } from './occupancy.ts';
import { redactNothing } from './redaction.ts';
import type { Redact } from './redaction.ts';

/** Where one run keeps its evidence and its report. In use, and never pruned, until it is disposed; then removed, if there is no report. */
export interface RunFolder extends AsyncDisposable {
  readonly runId: string;
  /** Absolute: `<home>/runs/<runId>`. */
  readonly path: string;
  /** Absolute: the folder of all runs. */
  readonly runsPath: string;
  readonly redact: Redact;
}

export interface RunFolderOptions {
  /** Absolute path of the `.assay` folder; made when it is not there. */
  readonly home: string;
  /** Letters, digits, `.`, `_` and `-`, beginning with a letter or digit. */
  readonly runId: string;
  readonly clock: Clock;
  /** Secrets are taken out of everything that is written into the folder. */
  readonly redact?: Redact;
}

const RUN_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** The repository that is verified must not look changed because it was verified. A file of the user's stays. */
async function ignoreInGit(home: string): Promise<void> {
  try {
    await writeFile(join(home, '.gitignore'), '*\n', { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

async function makeFresh(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new EvidenceError(`the run's folder exists already: ${path}; a run never writes into another one's folder`, {
      cause: error,
    });
  }
}

/** Without a report nobody finds what is in there, and it would push out a run that has one. */
async function leave(path: string, clock: Clock): Promise<void> {
  if (await hasReport(path)) await markReleased(path, clock);
  else await rm(path, { recursive: true, force: true });
}

/**
 * Makes `<home>/runs/<runId>/`, readable by its owner only, and marks it as in use.
 *
 * Rejects with `EvidenceError` when it exists already (what lies in it can't be this run's), when the id is not
 * a plain name, or when the disk refuses.
 */
export async function createRunFolder(options: RunFolderOptions): Promise<RunFolder> {
  const { home, runId, clock } = options;
  if (!RUN_ID.test(runId) || runId === 'latest') {
    throw new EvidenceError(`not a run id: ${JSON.stringify(runId)}; letters, digits, ".", "_" and "-" only`);
  }
  const runsPath = join(home, 'runs');
  const path = join(runsPath, runId);
  try {
    makeFolder(runsPath);
    await ignoreInGit(home);
    await makeFresh(path);
    await markInUse(path, clock);
  } catch (error) {
    throw error instanceof EvidenceError ? error : evidenceError(`make the run's folder ${path}`, error);
  }
  return {
    runId,
    path,
    runsPath,
    redact: options.redact ?? redactNothing,
    [Symbol.asyncDispose]: () => leave(path, clock),
  };
}
