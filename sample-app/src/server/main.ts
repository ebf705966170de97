import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createApp } from './app.js';
import { readConfig } from './config.js';
import { createPool } from './database.js';
import { exitWithError } from './exit.js';
import { createLog } from './log.js';

const WEB_DIRECTORY = fileURLToPath(new URL('../../dist/web', import.meta.url));
const LONGEST_GOODBYE_MS = 5_000;

async function main(): Promise<void> {
  const { databaseUrl, host, port, commit, logLevel } = readConfig(process.env);
  const log = createLog(logLevel);
  const db = createPool(databaseUrl);
  // Without this, losing the database would end the process.
  db.on('error', (error) => {
    log.warn('an idle connection to the database was lost', { error });
  });

  const server = createApp({ db, commit, log, webDirectory: WEB_DIRECTORY });
  server.listen({ host, port });
  await once(server, 'listening');
  log.info(`listening at ${originOf(server)}`);

  const stop = async (): Promise<void> => {
    setTimeout(() => process.exit(1), LONGEST_GOODBYE_MS).unref();
    server.close();
    await once(server, 'close');
    await db.end();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void stop().catch(exitWithError));
  }
}

function originOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

main().catch(exitWithError);
