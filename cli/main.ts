#!/usr/bin/env node
import process from 'node:process';
import { exitCodes } from './exit-codes.ts';
import { showCursor } from './cursor.ts';
import { runProgram } from './program.ts';
import { processTerminal } from './terminal.ts';

const interruption = new AbortController();
let interruptions = 0;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => {
    interruptions += 1;
    // The second one is from somebody who does not want to wait; the next run frees what is left.
    if (interruptions > 1) {
      if (process.stderr.isTTY) process.stderr.write(showCursor);
      process.stderr.write(
        'Left at once: there is no verdict. The next “assay verify” frees what may be left, containers above all.\n',
      );
      process.exit(exitCodes.interrupted);
    }
    process.stderr.write('\nStopping: freeing services, processes and folders. Once more to leave at once.\n');
    interruption.abort();
  });
}
// A reader that went away (`assay … | head`) is no failure of ours.
process.stdout.on('error', () => undefined);

try {
  process.exitCode = await runProgram(process.argv.slice(2), processTerminal(process, interruption.signal));
} catch (error) {
  process.stderr.write(
    `assay: internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n  → this is a defect of assay, not of your code; please report it with the command that led here\n`,
  );
  process.exitCode = exitCodes.internal;
}
