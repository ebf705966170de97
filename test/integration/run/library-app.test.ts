import assert from 'node:assert/strict';
import type { VerificationReport } from '../../../reports/index.ts';
import { criterionOf, Lanes, tell } from './lanes.ts';

/** Needs a container engine and the images of scripts/build-postgres-image.sh, build-node-image.sh and build-redis-image.sh. */
describe('the library, built from its Dockerfile, with PostgreSQL and Redis in containers', () => {
  let library: Lanes;
  before(async () => {
    library = await Lanes.open(['library-app'], 'containers');
  });
  after(() => library[Symbol.asyncDispose]());

  /** Verifies the library with this change by the contracts that speak of members, and takes the change back. */
  async function withChange(file: string, ...edits: readonly Edit[]): Promise<VerificationReport> {
    const { repository } = library;
    for (const { from, to } of edits) await repository.edit(file, from, to);
    await repository.commit(`Break ${file}`);
    const report = await library.verify(['lending', 'passing'], 2);
    await repository.git('revert', '--no-edit', 'HEAD');
    return report;
  }

  it('passes, with each criterion proven as strongly as it claims', async () => {
    const report = await library.verify([], 2);
    assert.equal(outcomeOf(report), 'PASS of 12', tellAll(report));
    assert.equal(criterionOf(report, 'P-01').reached, 'durable');
  });
  it('signs people out with the process when sessions are named after it: only that is violated', async () => {
    const report = await withChange('src/sessions.mjs', {
      from: /session:\$/g,
      to: 'session:${performance.timeOrigin}:$',
    });
    assert.equal(outcomeOf(report), 'FAIL of 8, P-01 violated', tellAll(report));
  });
  it('lends two copies to a double click when forms have no key: only that is violated', async () => {
    const report = await withChange('src/routes.mjs', { from: 'form.formKey ?? randomUUID()', to: 'randomUUID()' });
    assert.equal(outcomeOf(report), 'FAIL of 8, L-02 violated', tellAll(report));
  });
  it('does not come back with its cache when it never connects again: only that is violated', async () => {
    const report = await withChange(
      'src/redis.mjs',
      {
        from: 'this.#connection ??= this.#open();',
        to: "this.#connection ??= this.#open();\n    if (this.#connection.socket.destroyed) return Promise.reject(new Unavailable('redis: lost'));",
      },
      { from: 'if (this.#connection === connection) this.#connection = undefined;', to: '' },
    );
    assert.equal(outcomeOf(report), 'FAIL of 8, P-04 violated', tellAll(report));
  });
  it('passes again', async () => {
    const report = await library.verify([], 2);
    assert.equal(outcomeOf(report), 'PASS of 12', tellAll(report));
  });
});

interface Edit {
  readonly from: string | RegExp;
  readonly to: string;
}

/** `FAIL of 8, P-01 violated`: the verdict, how many criteria were run, and which of them are not satisfied. */
function outcomeOf({ verdict, contracts }: VerificationReport): string {
  const criteria = contracts.flatMap((contract) => contract.criteria).filter(({ cause }) => cause !== 'not-run');
  const others = criteria.filter(({ judgement }) => judgement !== 'satisfied');
  const each = others.map(({ id, judgement }) => `${id} ${judgement}`);
  return [`${verdict} of ${String(criteria.length)}`, ...each].join(', ');
}

function tellAll({ verdict, reasons, contracts }: VerificationReport): string {
  const bad = contracts.flatMap(({ criteria }) => criteria).filter(({ judgement }) => judgement !== 'satisfied');
  const each = bad.map((criterion) => `${criterion.id} ${tell(criterion)}; ${criterion.why ?? ''}`);
  return [verdict, JSON.stringify(reasons), ...each].join('\n');
}
