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

  it('fails by just the criteria that see what is broken: sessions of one process, forms without a key, a cache that is lost for ever', async () => {
    const { repository } = library;
    for (const { file, from, to } of breakages) await repository.edit(file, from, to);
    await repository.commit('Break the library in three ways that disturb each other nowhere');
    const report = await library.verify(['lending', 'passing'], 2);
    await repository.git('revert', '--no-edit', 'HEAD');
    assert.equal(outcomeOf(report), 'FAIL of 8, L-02 violated, P-01 violated, P-04 violated', tellAll(report));
  });
  it('passes, with each criterion proven as strongly as it claims', async () => {
    const report = await library.verify([], 2);
    assert.equal(outcomeOf(report), 'PASS of 12', tellAll(report));
    assert.equal(criterionOf(report, 'P-01').reached, 'durable');
  });
});

const breakages: readonly { readonly file: string; readonly from: string | RegExp; readonly to: string }[] = [
  // Signs people out with the process.
  { file: 'src/sessions.mjs', from: /session:\$/g, to: 'session:${performance.timeOrigin}:$' },
  // Lends two copies to a double click.
  { file: 'src/routes.mjs', from: 'form.formKey ?? randomUUID()', to: 'randomUUID()' },
  // Never connects again.
  {
    file: 'src/redis.mjs',
    from: 'this.#connection ??= this.#open();',
    to: "this.#connection ??= this.#open();\n    if (this.#connection.socket.destroyed) return Promise.reject(new Unavailable('redis: lost'));",
  },
  { file: 'src/redis.mjs', from: 'if (this.#connection === connection) this.#connection = undefined;', to: '' },
];

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
