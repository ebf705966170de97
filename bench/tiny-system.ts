import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** An application that costs next to nothing: what is measured is the verifier. With a database, a number that is posted is kept there. */
const server = `import { createServer } from 'node:http';
import pg from '${import.meta.resolve('pg')}';
const pool = process.env.DATABASE_URL === undefined ? undefined : new pg.Pool({ connectionString: process.env.DATABASE_URL });
await pool?.query('create table if not exists numbers (n int primary key)');
const page = '<!doctype html><html lang="en"><title>Quiet</title><h1>Quiet page</h1><p>Nothing happens here.</p></html>';
createServer(async (request, response) => {
  const number = /^\\/numbers\\/(\\d+)$/u.exec(request.url ?? '')?.[1];
  if (request.method === 'POST') await pool?.query('insert into numbers values ($1)', [number]);
  const [type, body] = number === undefined ? ['text/html', page] : ['application/json', JSON.stringify({ n: Number(number) })];
  response.writeHead(200, { 'content-type': type }).end(body);
}).listen(Number(process.env.PORT));
`;

const appWith = (env: string): string => `  app:
    start: { run: node server.mjs, in: . }
    env:   { PORT: "{{app.port}}"${env} }
    ready: { path: / }
`;

/** The tiny system's files, relative to the repository's root. */
export interface TinySystem {
  readonly system: { readonly file: string; readonly text: string };
  readonly server: { readonly file: string; readonly text: string };
}

/** A system without anything to build; with a database when wanted. The application's process serves all criteria. */
export function tinySystem({ database }: { readonly database: boolean }): TinySystem {
  const app = appWith(database ? ', DATABASE_URL: "{{db.url}}"' : '');
  const db = database ? '  db:\n    postgres: { image: "postgres:16-alpine" }\n' : '';
  return {
    system: {
      file: 'contracts/system.yaml',
      text: `system: tiny\nroot: ..\nkeepApp: true\nservices:\n${db}${app}actors:\n  visitor: {}\n`,
    },
    server: { file: 'server.mjs', text: server },
  };
}

/** Writes files into a folder, with the folders that they lie in. */
export async function writeFiles(
  folder: string,
  files: readonly { readonly file: string; readonly text: string }[],
): Promise<void> {
  for (const { file, text } of files) {
    await mkdir(join(folder, file, '..'), { recursive: true });
    await writeFile(join(folder, file), text);
  }
}
