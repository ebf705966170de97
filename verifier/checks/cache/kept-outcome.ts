import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import type { CommandOutcome } from '../command-run.ts';

/** A command's own end, as it is kept for later runs. Other ends (out of time, stopped) are never kept. */
export const KeptOutcome = Type.Object({
  exitCode: Type.Integer(),
  durationMs: Type.Number(),
  text: Type.String(),
  truncated: Type.Optional(Type.String()),
  /** Where it ran: tools print absolute paths. */
  checkout: Type.String(),
  cwd: Type.String(),
});
export type KeptOutcome = Static<typeof KeptOutcome>;

/** Whether what was read is a kept outcome, and not something else or a damaged one. */
export function isKeptOutcome(value: unknown): value is KeptOutcome {
  return Check(KeptOutcome, value);
}

/** The outcome of the earlier run. */
export function restoreOutcome({ exitCode, durationMs, text, truncated }: KeptOutcome): CommandOutcome {
  return { kind: 'exited', exitCode, durationMs, output: { text, ...(truncated === undefined ? {} : { truncated }) } };
}
