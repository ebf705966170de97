import assert from 'node:assert/strict';
import { filesNamedBy, type ServicePlan, type SystemPlan } from '../../../contracts/language/index.ts';
import { itPlaces } from './diagnostics/cases.ts';
import { contractText, planOf, systemText } from './sources.ts';

const anything =
  'claim: persisted\nwhen: [ { api.request: { as: reader, method: POST, path: / } } ]\nthen: [ { db.delta: { notes: { inserted: 1 } } } ]';
const start = 'start: { run: node dist/server.js }';
const withService = (service: string): string => systemText().replace('actors:', `  ${service}\nactors:`);
const withApp = (way: string): string => systemText().replace(start, way);

function systemOf(system: string): SystemPlan {
  return planOf(contractText(anything), system).system;
}
const serviceOf = (system: string, name: string): Partial<ServicePlan> => {
  const found = systemOf(system).services.find((service) => service.name === name) ?? assert.fail();
  const { at, ...rest } = found;
  assert.ok(at.line > 0);
  return rest;
};

describe('Services of a system', () => {
  it('are containers of any image', () => {
    const cache =
      'cache: { container: { image: "redis:7", port: 6379, command: redis-server --save "", env: { HOST: "{{db.host}}" } } }';
    const plan = serviceOf(withService(cache), 'cache');
    assert.ok(plan.kind === 'container');
    assert.deepEqual(plan.command, ['redis-server', '--save', '']);
    assert.deepEqual(plan.ready, { by: 'port', withinMs: 60_000 });
    assert.equal(plan.port, 6379);
    const ready = (text: string): unknown => {
      const container = serviceOf(withService(`cache: { container: { image: a, port: 1, ready: ${text} } }`), 'cache');
      return container.kind === 'container' && container.ready;
    };
    assert.deepEqual(ready('{ log: Ready, within: 5s }'), { by: 'log', log: 'Ready', withinMs: 5_000 });
    assert.deepEqual(ready('{ path: /up }'), { by: 'path', path: '/up', withinMs: 60_000 });
  });

  it('have addresses that the application’s environment refers to', () => {
    const system = withService('cache: { container: { image: a, port: 1 } }').replace(
      'PORT: "{{app.port}}"',
      'PORT: "{{app.port}}", CACHE: "{{cache.url}}"',
    );
    const app = serviceOf(system, 'app');
    assert.ok(app.kind === 'app');
    assert.equal(app.env?.['CACHE']?.kind, 'reference');
  });

  it('are started by command, from a Dockerfile, or run somewhere', () => {
    const startOf = (way: string): unknown => {
      const app = serviceOf(withApp(way).replace(way.startsWith('url') ? /\n *env: \{ PORT.*/u : /$^/u, ''), 'app');
      return app.kind === 'app' && app.start?.by === 'command'
        ? [app.start.by, app.start.run]
        : app.kind === 'app' && app.start;
    };
    assert.deepEqual(startOf(start), ['command', ['node', 'dist/server.js']]);
    const at = (column: number) => ({ file: 'contracts/system.yaml', line: 7, column });
    assert.deepEqual(startOf('dockerfile: { file: docker/App, context: docker, port: 80 }'), {
      by: 'dockerfile',
      text: 'docker build --file docker/App docker',
      file: 'docker/App',
      context: 'docker',
      port: 80,
      withinMs: 600_000,
      at: at(17),
    });
    assert.deepEqual(startOf('url: { secret: STAGING }\n    identity: { path: /version, at: /commit }'), {
      by: 'url',
      text: 'the address in STAGING',
      url: { kind: 'reference', path: ['secret', 'STAGING'], at: at(20) },
      withinMs: 30_000,
      at: at(10),
    });
  });

  it('may be databases that somebody else runs, with secrets in their address', () => {
    const system = systemText().replace(
      /postgres: \{.*/u,
      'postgres: { url: "postgres://me:{{secret.PG}}@host/db" } }',
    );
    const { plan, secrets } = {
      plan: serviceOf(system, 'db'),
      secrets: planOf(contractText(anything), system).secrets,
    };
    assert.ok(plan.kind === 'postgres');
    assert.equal(plan.url?.kind, 'text');
    assert.deepEqual(
      secrets.map(({ name, at }) => [name, at.line]),
      [['PG', 5]],
    );
  });

  it('take secrets from the environment', () => {
    const plan = planOf(
      contractText(anything),
      systemText().replace('PORT: "{{app.port}}"', 'KEY: { secret: API_KEY }'),
    );
    assert.deepEqual(
      plan.secrets.map(({ name }) => name),
      ['API_KEY'],
    );
  });
});

describe('A system', () => {
  it('says where its people are, and each of them may be elsewhere', () => {
    const { place, actors } = systemOf(
      systemText('  tokyo: { like: reader, timezone: Asia/Tokyo }\ntimezone: Europe/Paris\nlocale: fr-FR\n'),
    );
    assert.deepEqual(place, { timezone: 'Europe/Paris', locale: 'fr-FR' });
    assert.deepEqual(actors['tokyo']?.place, { timezone: 'Asia/Tokyo', locale: 'fr-FR' });
    assert.deepEqual(actors['reader']?.place, place);
  });

  it('serves files in the place of foreign hosts, and says what is protected', () => {
    const plan = planOf(
      contractText(anything),
      systemText('internet: none\nserve: { "cdn.example/app.css": vendored/app.css }\nprotected: [ contracts/** ]\n'),
    );
    const { internet, serve, protected: kept } = plan.system;
    assert.deepEqual([internet, kept], ['none', ['contracts/**']]);
    assert.deepEqual(
      serve.map(({ url, file }) => [url, file]),
      [['cdn.example/app.css', 'contracts/vendored/app.css']],
    );
    assert.deepEqual(
      filesNamedBy(plan).map(({ file, use }) => [file, use]),
      [['contracts/vendored/app.css', 'served']],
    );
  });
});

describe('Diagnostics of services and places', () => {
  itPlaces([
    {
      title: 'an application that is started twice',
      system: withApp(`${start}\n    ⟦dockerfile⟧: Dockerfile`),
      code: 'one-start',
      message: '“app” has more than one of “start”, “dockerfile” or “url”',
    },
    {
      title: 'an external application that tells no commit',
      system: withApp('⟦url⟧: https://staging.example').replace(/\n *env: \{ PORT.*/u, ''),
      code: 'identity-missing',
      message: 'an application that somebody else started must say which commit it was built from',
      hint: 'identity: { path: /version, at: /commit }',
    },
    {
      title: 'an external database that would be migrated',
      system: systemText().replace(
        /postgres: \{.*/u,
        'postgres: { url: "postgres://x", ⟦migrate⟧: "make {{db.url}}" } }',
      ),
      code: 'without-effect',
      message: 'a database with an address of its own is neither made nor filled: “migrate” has no effect',
    },
    {
      title: 'a service with a name that has a meaning',
      system: withService('⟦browser⟧: { container: { image: a, port: 1 } }'),
      code: 'name-taken',
      message: "a service can't be called “browser”: the name has a meaning of its own",
    },
    {
      title: 'a time zone that is none',
      system: systemText('timezone: ⟦Asia/Tokio⟧\n'),
      code: 'unknown-timezone',
      message: 'there is no time zone “Asia/Tokio”',
      hint: 'did you mean “Asia/Tokyo”?',
    },
    {
      title: 'a language that is none',
      system: systemText('  tokyo: { like: reader, locale: ⟦japanese-language⟧ }\n'),
      code: 'unknown-locale',
      message: 'there is no language “japanese-language”',
      hint: 'a language tag such as en-GB or ja-JP',
    },
    {
      title: 'a file that is served from outside',
      system: systemText('serve: { "cdn.example/a.css": ⟦../../a.css⟧ }\n'),
      code: 'outside-repository',
      message: '“../../a.css” is outside the repository',
      hint: 'paths are relative to system.yaml',
    },
    {
      title: 'an address with its scheme',
      system: systemText('serve: { ⟦"https://cdn.example/a.css"⟧: a.css }\n'),
      code: 'wrong-value',
      message: '“https://cdn.example/a.css” must be a host and a path',
      hint: 'without https://, such as cdn.example/app.css',
    },
    {
      title: 'a secret that has no name',
      system: systemText().replace('PORT: "{{app.port}}"', 'KEY: "⟦{{secret}}⟧"'),
      code: 'incomplete-reference',
      message: 'this names no secret',
      hint: '{{secret.NAME}}',
    },
  ]);
});
