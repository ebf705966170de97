import type { CriterionDatabase } from '../environment.ts';
import { Untouchable } from '../untouchable.ts';
import { connectionTo } from './connection.ts';
import { ANSWERS_WITHIN_MS, ask, exec, learnArrays, STATEMENT_WITHIN_MS } from './database.ts';
import type { ExternalAddress } from './external-address.ts';

const NO_SUPERUSER =
  'it is external, and its role is no superuser: changes of rows can neither be recorded nor refused';

/**
 * Somebody else's database without a journal: it is read in READ ONLY transactions, and written to only where it is disposable. What it can't do rejects
 * with `Untouchable`. Where its journal stands can always be noted, and means nothing. Rejects with `DatabaseUnavailable`.
 */
export async function openForeignDatabase(
  address: ExternalAddress,
  { disposable, untouchable }: { readonly disposable: boolean; readonly untouchable: string },
): Promise<CriterionDatabase> {
  const settings = { statement_timeout: STATEMENT_WITHIN_MS, default_transaction_read_only: 'on' };
  const reader = connectionTo(address, { settings, answersWithinMs: ANSWERS_WITHIN_MS });
  await learnArrays(reader);
  const refuse = (): Promise<never> => Promise.reject(new Untouchable(disposable ? NO_SUPERUSER : untouchable));
  return {
    address,
    query: (sql, params) => ask(reader, { sql, params }),
    exec: disposable ? (sql, params) => exec(address, sql, params) : refuse,
    mark: () => Promise.resolve({ position: '' }),
    activity: () => Promise.resolve({ position: '', busy: 0 }),
    delta: refuse,
    reject: refuse,
    [Symbol.asyncDispose]: () => reader[Symbol.asyncDispose](),
  };
}
