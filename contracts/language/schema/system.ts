import type { TSchema } from 'typebox';
import { letSchema } from './contract.ts';
import {
  data,
  duration,
  either,
  listOf,
  mapping,
  namesTo,
  oneOf,
  optional,
  part,
  pattern,
  pointer,
  scalar,
  text,
  yesNo,
} from './parts.ts';

const run = text('A command line; it is split into words and run without a shell.');
const within = (standard: string) => optional(duration(`How long it may take (${standard} when left out).`));
const env = optional(
  namesTo('Environment variables; values may refer to services, such as {{db.url}}.', scalar('A value.')),
);
const needs = optional(
  listOf('Databases that must be up, and whose addresses `env` may refer to.', text('A service.')),
);

const check = mapping('A layer below acceptance.', {
  name: text('Its name in reports.'),
  run,
  parser: optional(oneOf('How its output is read.', ['tsc', 'eslint', 'mocha', 'lines'])),
  within: within('120s'),
  needs,
  required: optional(yesNo('false: reported, but not needed for PASS.')),
});

const seedFile = text('SQL file, relative to this file.');
const postgres = mapping('A PostgreSQL database.', {
  image: optional(text('The image, when services run in containers.')),
  migrate: optional(
    either(
      'The command that makes the schema.',
      [run, mapping('The command, and how long it may take.', { run, within: within('120s') })],
      'a command',
    ),
  ),
  seed: optional(
    either(
      'SQL that fills the template.',
      [
        seedFile,
        mapping('The file, and when it is run.', {
          file: seedFile,
          after: optional(oneOf('After the migration, or after the application made its tables.', ['migrate', 'app'])),
        }),
      ],
      'a file, or a mapping with `file` and `after`',
    ),
  ),
});

const start = mapping('How the application is started.', { run, in: optional(text('Folder, relative to `root`.')) });

/** A service that is started by command. */
export const appSchema = mapping(
  'The application.',
  {
    start: either('How the application is started.', [run, start], 'a command, or a mapping with `run` and `in`'),
    env,
    ready: mapping('It is ready when this path answers 2xx.', {
      path: pattern('Path.', '^/', 'a path that starts with /'),
      within: within('30s'),
    }),
    identity: optional(
      mapping('Where it says which commit it was built from.', {
        path: pattern('Path.', '^/', 'a path that starts with /'),
        at: pointer('Where in the JSON answer.'),
      }),
    ),
  },
  { later: ['dockerfile', 'url', 'logs'] },
);

/** A service that is a database. */
export const postgresServiceSchema = mapping('A PostgreSQL database.', { postgres }, { later: ['container', 'logs'] });

const header = namesTo('Headers by name.', data('A value.'));

const session = mapping('How the actor’s browser and API agent carry what signIn gave.', {
  api: optional(
    mapping('Of API requests.', {
      cookies: optional(yesNo('true: the cookies that signIn received.')),
      header: optional(header),
    }),
  ),
  browser: optional(
    mapping('Of the browser.', {
      cookies: optional(yesNo('true: the cookies that signIn received.')),
      localStorage: optional(namesTo('Entries by name; objects are stored as JSON text.', data('A value.'))),
      signIn: optional(part('steps', 'Browser steps that sign in.')),
    }),
  ),
});

/** Someone who acts on the system. */
export const actorSchema = mapping(
  'Someone who acts on the system.',
  {
    like: optional(text('Another actor from whom everything is taken that is not said here.')),
    let: optional(letSchema),
    create: optional(part('steps', 'Makes the actor, once per criterion.')),
    signIn: optional(part('steps', 'Signs the actor in.')),
    session: optional(session),
  },
  { later: ['timezone', 'locale', 'secret'] },
);

/** Keys of system.yaml. Services are checked one by one (`postgresServiceSchema`, `appSchema`). */
export const systemSchema: TSchema = mapping(
  'How the system is built, started, and who acts on it.',
  {
    system: pattern('The system’s name.', '^[A-Za-z0-9][A-Za-z0-9._-]*$', 'a name such as sample-app'),
    root: optional(text('Where commands run, relative to this file.')),
    env,
    install: optional(
      mapping('Installs what the build needs; kept by the key files.', {
        run,
        key: optional(listOf('Files, relative to `root`, on which the result depends.', text('A file.'))),
        within: within('300s'),
      }),
    ),
    build: optional(mapping('Builds the application.', { run, within: within('300s'), needs })),
    checks: optional(listOf('The layers below acceptance, in order.', check)),
    services: namesTo('Databases and the application, by name.', { type: 'object' }),
    volatile: optional(
      listOf('Tables, and columns as table.column, that no delta speaks of.', text('A table or column.')),
    ),
    actors: optional(namesTo('Who acts; `guest` is built in.', actorSchema)),
    keepApp: optional(yesNo('true: keep the application’s process, and its database, from one criterion to the next.')),
  },
  { later: ['internet', 'serve', 'protected', 'always', 'timezone', 'locale'] },
);
