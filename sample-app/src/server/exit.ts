/** Something whoever started the program can mend: the message says how, and no stack is shown. */
export class OperatorError extends Error {}

/** Ends the process with one line that says why; only an error nobody expected shows its stack. */
export function exitWithError(error: unknown): never {
  console.error(`sample-app: ${describe(error)}`);
  process.exit(1);
}

function describe(error: unknown): string {
  // Node gives the refusals of ::1 and 127.0.0.1 together, with an empty message.
  const cause: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(cause instanceof Error)) return String(cause);
  if (cause instanceof OperatorError || 'code' in cause) return cause.message;
  return cause.stack ?? cause.message;
}
