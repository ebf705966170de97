import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

export interface WebFile {
  content: Buffer;
  type: string;
}

/** What the web build made, by address (`/assets/index-1a2b3c.js`). Empty when it was not built. */
export function readWebFiles(directory: string): ReadonlyMap<string, WebFile> {
  const files = new Map<string, WebFile>();
  for (const entry of listFiles(directory)) {
    const address = `/${relative(directory, entry).split(sep).join('/')}`;
    files.set(address, { content: readFileSync(entry), type: TYPES[extname(entry)] ?? 'application/octet-stream' });
  }
  return files;
}

function listFiles(directory: string): string[] {
  try {
    const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
