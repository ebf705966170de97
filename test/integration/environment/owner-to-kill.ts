// A run that is killed: starts an environment, tells what it holds, and waits for its end.
import { argv } from 'node:process';
import type { ServicesMode } from '../../../verifier/environment/index.ts';
import { startServices } from '../../../verifier/environment/index.ts';
import { childrenOf, clock, databaseOf, must, subject, tinySystem } from './support.ts';

const [, , mode = 'embedded', live = '', scratch = '', runId = ''] = argv;
const context = {
  runId,
  clock,
  signal: new AbortController().signal,
  scratch,
  baseEnv: { PATH: '/usr/local/bin:/usr/bin:/bin' },
  secrets: {},
  note: () => undefined,
};
const services = must(
  await startServices(context, {
    system: tinySystem({ tiny: 'leaves children' }),
    mode: mode as ServicesMode,
    workers: 1,
    live,
  }),
);
const environment = must(await services.prepareTemplates(subject()));
const stack = must(await environment.createStack({ links: [] }));
process.stdout.write(
  `${JSON.stringify({ app: stack.app.url, port: stack.app.port, database: databaseOf(stack).address.url, children: childrenOf(stack) })}\n`,
);
setInterval(() => undefined, 1_000);
