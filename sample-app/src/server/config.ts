import { OperatorError } from './exit.js';
import { LOG_LEVELS, type LogLevel } from './log.js';

export interface Config {
  databaseUrl: string;
  host: string;
  port: number;
  commit: string;
  logLevel: LogLevel;
}

type Environment = Readonly<Record<string, string | undefined>>;

export function readConfig(env: Environment): Config {
  return {
    databaseUrl: readDatabaseUrl(env),
    host: env['HOST'] || '127.0.0.1',
    port: readPort(env['PORT'] || '3000'),
    commit: env['APP_COMMIT'] || 'unknown',
    logLevel: readLogLevel(env['LOG_LEVEL'] || 'info'),
  };
}

export function readDatabaseUrl(env: Environment): string {
  const url = env['DATABASE_URL'];
  if (!url) throw new OperatorError('DATABASE_URL is not set, for example postgres://user:password@127.0.0.1:5432/sample');
  if (!/^postgres(ql)?:\/\//.test(url)) throw new OperatorError('DATABASE_URL must begin with postgres:// or postgresql://');
  return url;
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new OperatorError(`PORT must be a number from 0 to 65535, not “${text}”`);
  return port;
}

function readLogLevel(text: string): LogLevel {
  const level = LOG_LEVELS.find((known) => known === text);
  if (level === undefined) throw new OperatorError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not “${text}”`);
  return level;
}
