import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { readDatabaseUrl } from './config.js';
import { exitWithError } from './exit.js';
import { migrate } from './migrations.js';

const DIRECTORY = fileURLToPath(new URL('../../migrations', import.meta.url));

async function main(): Promise<void> {
  const client = new pg.Client({ connectionString: readDatabaseUrl(process.env), connectionTimeoutMillis: 5_000 });
  // Whatever statement runs at that moment fails too, and says so.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const names = await migrate(client, DIRECTORY);
    for (const name of names) console.log(`applied ${name}`);
    if (names.length === 0) console.log('nothing to apply');
  } finally {
    await client.end();
  }
}

main().catch(exitWithError);
