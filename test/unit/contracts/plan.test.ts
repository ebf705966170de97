import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { compile, type CriterionPlan, type Plan, type PlanStep } from '../../../contracts/language/index.ts';
import { favorites, favoritesSystem } from './favorites.ts';
import { contractText, planOf, sources } from './sources.ts';

const file = 'contracts/favorites.contract.yaml';

function criterion(plan: Plan, id: string): CriterionPlan {
  const found = plan.contracts[0]?.criteria.find((each) => each.id === id);
  assert.ok(found);
  return found;
}

const steps = ({ given, when, then }: CriterionPlan): PlanStep[] => [...given, ...when, ...then];
const literal = (value: unknown) => ({ kind: 'literal', value });
const equal = (value: unknown) => ({ is: 'equal', value: literal(value) });
const having = (entries: object) => ({ is: 'object', entries, exactly: false });

describe('The plan of the favourites contract', () => {
  const plan = planOf(favorites, favoritesSystem);

  it('comes without a warning', () => {
    const compiled = compile(sources(favorites, favoritesSystem));
    assert.ok(compiled.ok);
    assert.deepEqual(compiled.warnings, []);
  });

  it('is plain data', () => {
    assert.deepEqual(JSON.parse(JSON.stringify(plan)), plan);
  });

  it('names the contract and the digest of its text', () => {
    const { criteria, ...contract } = plan.contracts[0] ?? assert.fail();
    assert.equal(criteria.length, 3);
    assert.deepEqual(contract, {
      name: 'favorites',
      version: 1,
      title: 'Readers keep favourite articles',
      file,
      digest: createHash('sha256').update(favorites).digest('hex'),
      parts: [],
      outOfScope: ['Grouping favourites into folders', 'Working offline'],
    });
  });

  it('has every step in order, with what it proves', () => {
    assert.deepEqual(
      steps(criterion(plan, 'AC-01')).map(({ id, words, kind, stated, absence, strength }) => [
        id,
        words,
        kind,
        stated,
        absence,
        strength,
      ]),
      [
        ['given.1', 'author sends POST /api/articles, answered 201', 'act', true, false, undefined],
        ['given.2', 'reader opens /articles/{{slug}}', 'act', false, false, undefined],
        ['when.1', 'reader clicks button “Favorite”', 'act', false, false, undefined],
        ['then.1', 'reader sees button “Favorite” (pressed)', 'look', true, false, 'shown'],
        [
          'then.2',
          'reader sends GET /api/favorites, answered 200, json { articles: [ { slug: {{slug}} } ] }',
          'look',
          true,
          false,
          'served',
        ],
        [
          'then.3',
          'database: “select count(*) as n from favorites f join articles a on a.id = f.article_id where a.slug = $1” gives [ { n: 1 } ]',
          'look',
          true,
          false,
          'persisted',
        ],
        ['then.4', 'database: changed favorites inserted 1 and nothing else', 'look', true, false, 'persisted'],
      ],
    );
  });

  it('names the actors in the order of their making, and the values that are used', () => {
    const { actors, values, claim, required, deadlineMs, position } = criterion(plan, 'AC-01');
    assert.deepEqual(
      { actors, values, claim, required, deadlineMs, position },
      {
        actors: ['author', 'reader'],
        values: [{ name: 'title', from: { kind: 'fake', method: 'lorem.sentence' } }],
        claim: 'persisted',
        required: true,
        deadlineMs: 60_000,
        position: { file, line: 17, column: 5 },
      },
    );
  });

  it('keeps where a step is written and where it is used', () => {
    const [, , , heart] = steps(criterion(plan, 'AC-01'));
    assert.deepEqual(heart?.origin, {
      written: { file, line: 13, column: 36 },
      via: [{ name: 'the heart is on', at: { file, line: 23, column: 9 } }],
    });
  });

  it('has one matcher over the observation of each probe', () => {
    const [article, open, click, heart, list, rows, delta] = steps(criterion(plan, 'AC-01'));
    assert.deepEqual(article?.expectation, having({ status: equal(201) }));
    assert.deepEqual(open?.expectation, having({ outcome: equal('done') }));
    assert.deepEqual(click?.expectation, having({ outcome: equal('done') }));
    assert.deepEqual(
      heart?.expectation,
      having({
        count: { is: 'gte', bound: literal(1) },
        elements: { is: 'each', item: having({ pressed: equal(true) }) },
      }),
    );
    const slug = { is: 'equal', value: { kind: 'reference', path: ['slug'], at: { file, line: 24, column: 123 } } };
    assert.deepEqual(
      list?.expectation,
      having({ status: equal(200), json: having({ articles: { is: 'array', items: [having({ slug })] } }) }),
    );
    assert.deepEqual(rows?.expectation, having({ rows: { is: 'array', items: [having({ n: equal(1) })] } }));
    assert.deepEqual(delta?.expectation, {
      is: 'object',
      exactly: true,
      entries: {
        favorites: { is: 'object', exactly: true, entries: { inserted: { is: 'length', length: equal(1) } } },
      },
    });
  });

  it('knows that a look after a restart, in an empty browser, is durable', () => {
    assert.deepEqual(
      steps(criterion(plan, 'AC-02'))
        .map(({ strength }) => strength)
        .at(-1),
      'durable',
    );
  });

  it('knows that no rows and no changes are absences', () => {
    assert.deepEqual(
      criterion(plan, 'AC-04').then.map(({ absence }) => absence),
      [true, true],
    );
    assert.deepEqual(criterion(plan, 'AC-04').actors, ['author']);
  });
});

describe('The plan of a system', () => {
  const { system } = planOf(favorites, favoritesSystem);
  const at = (line: number, column: number) => ({ file: 'contracts/system.yaml', line, column });

  it('has its commands as words, with paths relative to the repository', () => {
    const { name, root, env, install, build, checks, volatile, keepApp } = system;
    assert.deepEqual(
      { name, root, env, volatile, keepApp },
      {
        name: 'sample-app',
        root: 'sample-app',
        env: {
          NODE_ENV: literal('production'),
          DATABASE_URL: { kind: 'reference', path: ['db', 'url'], at: at(3, 49) },
        },
        volatile: ['sessions', 'users.last_seen'],
        keepApp: true,
      },
    );
    assert.deepEqual(install, {
      run: ['npm', 'ci'],
      text: 'npm ci',
      withinMs: 300_000,
      needs: [],
      at: at(4, 17),
      key: ['package.json', 'package-lock.json', '.npmrc'],
    });
    assert.deepEqual(build?.run, ['npm', 'run', 'build']);
    assert.deepEqual(
      checks.map(({ name: check, parser, withinMs, needs, required }) => [check, parser, withinMs, needs, required]),
      [
        ['types', 'tsc', 120_000, [], true],
        ['unit', 'mocha', 120_000, ['db'], false],
      ],
    );
  });

  it('has its services', () => {
    const reference = (path: string[], column: number) => ({ kind: 'reference', path, at: at(14, column) });
    assert.deepEqual(system.services, [
      {
        kind: 'postgres',
        name: 'db',
        image: 'postgres:16-alpine',
        migrate: {
          run: ['npm', 'run', 'migrate'],
          text: 'npm run migrate',
          withinMs: 120_000,
          needs: ['db'],
          at: at(11, 55),
        },
        seed: {
          file: 'contracts/seed.sql',
          after: 'migrate',
          at: { file: 'contracts/system.yaml', line: 11, column: 86 },
        },
        at: at(10, 3),
      },
      {
        kind: 'app',
        name: 'app',
        start: {
          by: 'command',
          run: ['node', 'dist/server.js', '--name', 'the app'],
          text: 'node dist/server.js --name "the app"',
          withinMs: 20_000,
          needs: [],
          at: at(13, 19),
          in: '.',
        },
        env: {
          PORT: reference(['app', 'port'], 21),
          COMMIT: reference(['run', 'commit'], 45),
        },
        ready: { path: '/healthz', withinMs: 20_000 },
        identity: { path: '/version', at: '/commit' },
        logs: [],
        at: at(12, 3),
      },
    ]);
  });

  it('has actors that take from another what they do not say', () => {
    const [member, reader, author] = ['member', 'reader', 'author'].map((name) => system.actors[name] ?? assert.fail());
    assert.ok(member !== undefined && reader !== undefined && author !== undefined);
    assert.deepEqual(reader.values, member.values);
    const created = reader.create.map(({ id, words }) => [id, words]);
    assert.deepEqual(created, [['reader.create.1', 'reader sends POST /api/users, answered 201']]);
    const values = author.values.map(({ name, from }) => [name, from.kind]);
    assert.deepEqual(values, [
      ['email', 'expression'],
      ['password', 'pattern'],
    ]);
    assert.equal(author.session.api.cookies, true);
    assert.deepEqual(Object.keys(author.session.api.headers), ['authorization']);
    const signIns = author.signIn.map(({ stated, save }) => [stated, save.map(({ name, pointer }) => [name, pointer])]);
    assert.deepEqual(signIns, [[false, [['token', '/token']]]]);
  });

  it('makes the actors that others need first', () => {
    const actors =
      '  helper: { let: { key: k }, create: [] }\n  boss: { create: [ { api.request: { method: POST, path: "/{{reader.email}}", json: { by: "{{helper.key}}" } } } ] }\n';
    const text = contractText(
      'claim: persisted\nwhen: [ { api.request: { as: boss, method: POST, path: / } } ]\nthen: [ { db.delta: { notes: { inserted: 1 } } } ]',
    );
    const plan = planOf(text, `${favoritesSystem.replace('keepApp: true\n', '')}${actors}`);
    assert.deepEqual(plan.contracts[0]?.criteria[0]?.actors, ['helper', 'reader', 'boss']);
  });
});
