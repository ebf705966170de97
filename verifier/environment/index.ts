export type * from './environment.ts';
export type { SubjectOfRun } from './prepared.ts';
export type { Services, ServicesOptions } from './services.ts';
export { evaluateEnv } from './app/app-env.ts';
export type { EnvNames } from './app/app-env.ts';
export { DatabaseUnavailable } from './postgres/connection.ts';
export { startServices } from './services.ts';
export type { Sweep } from './live/sweep.ts';
export { sweepLeftovers } from './sweep.ts';
