import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { env } from 'node:process';
import { PassThrough } from 'node:stream';
import type { verifierWorld } from '../../../cli/world.ts';
import { validateReport, type CriterionReport, type VerificationReport } from '../../../reports/index.ts';
import { Repository } from '../../e2e/support/repository.ts';

type Services = 'embedded' | 'containers';
/** Environment variables beside this process's own. */
type Settings = Readonly<Record<string, string>>;

/** A repository of a fixture, and a cache that its verifications share. */
export class Lanes implements AsyncDisposable {
  readonly repository: Repository;
  /** Everything that runs make outside of the repository. */
  readonly #scratch: string;

  readonly #services: Services;

  readonly #settings: Settings;

  private constructor(repository: Repository, services: Services, settings: Settings) {
    this.repository = repository;
    this.#services = services;
    this.#settings = settings;
    this.#scratch = join(dirname(repository.path), 'scratch');
  }

  /** The notes application with what tells of a run laid over it, or other fixtures laid over each other. */
  static async open(
    fixtures: readonly [string, ...string[]] = ['notes-app', 'lanes-app'],
    services: Services = 'embedded',
    settings: Settings = {},
  ): Promise<Lanes> {
    const lanes = new Lanes(await Repository.of(...fixtures), services, settings);
    await mkdir(lanes.#scratch);
    return lanes;
  }

  /** Verifies HEAD with the whole engine; there must be a verdict, and its report must fit the schema. */
  async verify(
    selection: readonly string[],
    workers = 1,
    { signal } = new AbortController(),
  ): Promise<VerificationReport> {
    // Imported here: its dependencies can't be required, which is how mocha loads test files.
    const { verify } = await import('../../../verifier/verify.ts');
    const { verifierWorld } = await import('../../../cli/world.ts');
    const settings = { ...env, ASSAY_CACHE: join(this.#scratch, 'cache'), ...this.#settings };
    const result = await verify(
      {
        repository: this.repository.path,
        subject: { kind: 'ref', ref: 'HEAD' },
        contracts: 'contracts',
        selection,
        services: this.#services,
        workers,
        allowPartial: false,
      },
      { ...verifierWorld(terminalWith(settings, signal)), temporary: this.#scratch, emit: () => undefined },
    );
    if (result.kind !== 'judged') throw new Error(`no verdict: ${JSON.stringify(result)}`);
    const faults = validateReport(result.report);
    if (faults.length > 0) throw new Error(faults.join('\n'));
    return result.report;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.repository[Symbol.asyncDispose]();
  }
}

function terminalWith(
  settings: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Parameters<typeof verifierWorld>[0] {
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  return {
    ...streams,
    env: settings,
    cwd: '/',
    color: false,
    stderrColor: false,
    live: false,
    width: 80,
    stderrWidth: 80,
    signal,
  };
}

/** The report of a criterion, of whatever contract. */
export function criterionOf(report: VerificationReport, id: string): CriterionReport {
  const found = report.contracts.flatMap(({ criteria }) => criteria).find((criterion) => criterion.id === id);
  if (found === undefined) throw new Error(`the report has no ${id}`);
  return found;
}

/** What the criterion and each of its steps is worth: `violated: given.1 satisfied, when.1 violated`. */
export function tell({ judgement, cause, steps }: CriterionReport): string {
  const each = steps.map(({ id, judgement: { kind } }) => `${id} ${kind}`);
  return `${judgement}${cause === undefined ? '' : ` (${cause})`}: ${each.join(', ')}`;
}
