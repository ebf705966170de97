const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LEVELS)[number];
export const LOG_LEVELS: readonly LogLevel[] = LEVELS;

type Details = Readonly<Record<string, unknown>>;
type Write = (message: string, details?: Details) => void;

/** Writes one line of JSON for each event. */
export type Log = Readonly<Record<'info' | 'warn' | 'error', Write>>;

export function createLog(least: LogLevel): Log {
  const at = (level: LogLevel): Write => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(least)) return () => undefined;
    return (message, details = {}) => {
      const event = { time: new Date().toISOString(), level, message, ...details };
      process.stdout.write(`${JSON.stringify(event, showErrors)}\n`);
    };
  };
  return { info: at('info'), warn: at('warn'), error: at('error') };
}

function showErrors(_key: string, value: unknown): unknown {
  return value instanceof Error ? (value.stack ?? value.message) : value;
}
