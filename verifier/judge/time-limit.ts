import { createContext, Script } from 'node:vm';
import type { Matcher, Value } from '../../contracts/language/index.ts';
import { JudgeError } from './judge-error.ts';

/** How long patterns may be tried on what was observed. One that is sound takes milliseconds for megabytes. */
const LIMIT_MS = 2_000;

const context = createContext({ judge: () => undefined });
/** The one way in which a regular expression can be interrupted. */
const script = new Script('judge()');

/**
 * Judges; where patterns have a part in it (`$matches`, or in a JSON Schema), for a bounded time: one that backtracks can take longer than anybody
 * waits.
 *
 * @throws JudgeError when the time is over
 */
export function judgeInTime<T>(matcher: Matcher<Value>, judge: () => T): T {
  if (!mayBacktrack(matcher)) return judge();
  const outcome: { value?: T } = {};
  context['judge'] = () => {
    outcome.value = judge();
  };
  try {
    script.runInContext(context, { timeout: LIMIT_MS });
  } catch (error) {
    if (!isTimeout(error)) throw error;
    throw new JudgeError(
      `a pattern was tried for ${String(LIMIT_MS / 1_000)} s without an end: it can match the same text in too many ways, as (a+)+ does`,
    );
  } finally {
    context['judge'] = () => undefined;
  }
  return outcome.value as T;
}

const known = new WeakMap<object, boolean>();

function mayBacktrack(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  const before = known.get(part);
  if (before !== undefined) return before;
  const is = 'is' in part ? part.is : undefined;
  const found = is === 'matches' || is === 'schema' || (is !== 'equal' && Object.values(part).some(mayBacktrack));
  known.set(part, found);
  return found;
}

/** It is an error of the script's context, which has an `Error` of its own. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
