import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const SERVER = new URL('../../src/server/', import.meta.url);

export interface Program {
  /** Sends the signal, if any, and gives what the program ended with. */
  end: (signal?: NodeJS.Signals) => Promise<{ code: number | null; stderr: string; stdout: string }>;
  /** The address the server says it listens at. */
  origin: () => Promise<string>;
}

/** Runs main.ts or migrate.ts as a process of its own. */
export function startProgram(name: string, env: Record<string, string>): Program {
  const inherited = { ...process.env };
  for (const setting of ['DATABASE_URL', 'HOST', 'PORT', 'APP_COMMIT', 'LOG_LEVEL']) Reflect.deleteProperty(inherited, setting);
  const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(new URL(name, SERVER))], {
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close') as Promise<[number | null]>;
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  return {
    end: async (signal) => {
      if (signal !== undefined) child.kill(signal);
      const [code] = await closed;
      return { code, ...output };
    },
    origin: async () => {
      while (!output.stdout.includes('listening at ')) {
        await Promise.race([once(child.stdout, 'data'), closed]);
        assert.equal(child.exitCode, null, output.stderr);
      }
      return /listening at (http:[^"]+)/.exec(output.stdout)?.[1] ?? '';
    },
  };
}
