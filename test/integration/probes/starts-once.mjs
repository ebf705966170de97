// An application that starts the first time only: it leaves a mark, and gives up when it finds it.
import { existsSync, writeFileSync } from 'node:fs';

const { MARK_FILE } = process.env;
if (existsSync(MARK_FILE)) {
  console.error('starts-once: I have been here before');
  process.exit(7);
}
writeFileSync(MARK_FILE, '');
await import('../../fixtures/tiny-app/server.mjs');
