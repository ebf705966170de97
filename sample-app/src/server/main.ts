import { fileURLToPath } from 'node:url';
import { createApp } from './app.js';
import { readConfig } from './config.js';
import { createPool } from './database.js';
import { exitWithError } from './exit.js';

const WEB_DIRECTORY = fileURLToPath(new URL('../../dist/web', import.meta.url));
const LONGEST_GOODBYE_MS = 5_000;

async function main(): Promise<void> {
  const { databaseUrl, host, port, commit, logLevel } = readConfig(process.env);
  const pool = createPool(databaseUrl);
  const app = createApp({ db: pool, commit, logLevel, webDirectory: WEB_DIRECTORY });
  // Without this, losing the database would end the process.
  pool.on('error', (error) => {
    app.log.warn({ err: error }, 'an idle connection to the database was lost');
  });

  const stop = async (): Promise<void> => {
    setTimeout(() => process.exit(1), LONGEST_GOODBYE_MS).unref();
    await app.close();
    await pool.end();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void stop().catch(exitWithError));
  }

  await app.listen({ host, port });
}

main().catch(exitWithError);
