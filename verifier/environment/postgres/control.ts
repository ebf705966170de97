import { wordsOfError } from '../../../contracts/language/index.ts';
import type { Connection } from './connection.ts';

/** Whether a server answers on a connection that is kept for this question. */
export async function askControl(
  control: Connection,
): Promise<{ readonly up: true } | { readonly up: false; readonly why: string }> {
  try {
    await control.use((client) => client.query('select 1'));
    return { up: true };
  } catch (error) {
    return { up: false, why: wordsOfError(error) };
  }
}
