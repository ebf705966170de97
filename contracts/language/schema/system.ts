import type { TSchema } from 'typebox';
import { alwaysSchema, letSchema } from './contract.ts';
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
const secret = mapping('An environment variable whose value is shown nowhere.', {
  secret: pattern('Its name.', '^[A-Za-z_][A-Za-z0-9_]*$', 'the name of an environment variable'),
});
const env = optional(
  namesTo(
    'Environment variables; values may refer to services, such as {{db.url}}.',
    either('A value, or { secret: NAME }.', [scalar('A value.'), secret], 'a value, or { secret: NAME }'),
  ),
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
  url: optional(
    either(
      'Where it is, when somebody else runs it: then it is neither made nor reset.',
      [text('Its address, such as postgres://…'), secret],
      'an address, or { secret: NAME }',
    ),
  ),
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

const servicePath = pattern('Path.', '^/', 'a path that starts with /');
const portNumber = { type: 'integer', minimum: 1, maximum: 65_535, 'x-expects': 'a port from 1 to 65535' } as const;

const dockerfile = mapping('The image that the application is built as.', {
  file: optional(text('The Dockerfile, relative to `root` (Dockerfile when left out).')),
  context: optional(text('The folder that it is built in, relative to `root`.')),
  port: optional({ ...portNumber, description: 'Where it listens in the container; app.port when left out.' }),
  within: within('600s'),
});

/** The application: started by command, built from a Dockerfile, or running somewhere. */
export const appSchema = mapping('The application.', {
  start: optional(
    either('How the application is started.', [run, start], 'a command, or a mapping with `run` and `in`'),
  ),
  dockerfile: optional(
    either(
      'The Dockerfile that the application is built from.',
      [text('The Dockerfile, relative to `root`.'), dockerfile],
      'a file, or a mapping with `file`, `context` and `port`',
    ),
  ),
  url: optional(
    either(
      'Where the application runs, when somebody else started it; needs `identity`.',
      [text('Its address, such as https://staging.example.'), secret],
      'an address, or { secret: NAME }',
    ),
  ),
  env,
  ready: mapping('It is ready when this path answers 2xx.', { path: servicePath, within: within('30s') }),
  identity: optional(
    mapping('Where it says which commit it was built from.', {
      path: servicePath,
      at: pointer('Where in the JSON answer.'),
    }),
  ),
  logs: optional(
    listOf('Log files beside stdout and stderr, relative to the folder that it is started in.', text('A file.')),
  ),
});

/** A service that is a database. */
export const postgresServiceSchema = mapping('A PostgreSQL database.', { postgres });

const container = mapping('Any other service, in a container.', {
  image: text('The image, such as redis:7.'),
  port: { ...portNumber, description: 'Where it listens in the container.' },
  env,
  command: optional(
    either(
      'What is run instead of the image’s own command.',
      [text('A command line.'), listOf('Its words.', text('A word.'), 1)],
      'a command, or a list of its words',
    ),
  ),
  ready: optional(
    mapping('When it is ready; when its port accepts connections, when left out.', {
      log: optional(text('A part of a line that it writes.')),
      path: optional(servicePath),
      within: within('60s'),
    }),
  ),
});

/** A service that is neither the application nor a PostgreSQL database. */
export const containerServiceSchema = mapping('Any other service, in a container.', { container });

const place = {
  timezone: optional(text('Of the browser: an IANA time zone, such as Asia/Tokyo.')),
  locale: optional(text('Of the browser: a language tag, such as ja-JP.')),
};

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
export const actorSchema = mapping('Someone who acts on the system.', {
  like: optional(text('Another actor from whom everything is taken that is not said here.')),
  let: optional(letSchema),
  create: optional(part('steps', 'Makes the actor, once per criterion.')),
  signIn: optional(part('steps', 'Signs the actor in.')),
  session: optional(session),
  ...place,
});

/** Keys of system.yaml. Services are checked one by one (`postgresServiceSchema`, `appSchema`). */
export const systemSchema: TSchema = mapping('How the system is built, started, and who acts on it.', {
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
  services: namesTo('Databases, other services and the application, by name.', { type: 'object' }),
  volatile: optional(
    listOf('Tables, and columns as table.column, that no delta speaks of.', text('A table or column.')),
  ),
  actors: optional(namesTo('Who acts; `guest` is built in.', actorSchema)),
  keepApp: optional(yesNo('true: keep the application’s process, and its database, from one criterion to the next.')),
  internet: optional(oneOf('Whether pages find hosts that are not the system’s own.', ['allow', 'none'])),
  serve: optional(
    namesTo('What pages get from foreign hosts: host and path, with a file.', text('A file, relative to this one.')),
  ),
  protected: optional(listOf('What whoever does the work must not change.', text('A glob.'))),
  always: optional(alwaysSchema),
  ...place,
});
