import type { EnvironmentFailure, LogLine, Result, RunningApp, ServiceControl, UnaskedEnd } from './environment.ts';
import { done } from './outcome.ts';
import { inTurn } from './turn.ts';

/** How something that runs is ended and begun, whatever it is made of. */
export interface Mechanism {
  /** kill -9; resolves when it is gone. */
  readonly end: () => Promise<void>;
  /** Starts it again as it was; resolves when it is ready. */
  readonly begin: () => Promise<Result<void, EnvironmentFailure>>;
  readonly freeze: () => Promise<void>;
  /** Ends that; resolves when it is ready again. */
  readonly goOn: () => Promise<Result<void, EnvironmentFailure>>;
  /** Set when it has ended, for whatever reason. */
  readonly ended: () => UnaskedEnd | undefined;
  readonly log: () => readonly LogLine[];
}

/** The control of something that runs now; one act after the other. `exited` tells of an end that nobody asked for, also when it was started again since. */
export function controlBy(mechanism: Mechanism): ServiceControl & Pick<RunningApp, 'exited'> {
  let state: 'running' | 'paused' | 'stopped' = 'running';
  let unasked: ReturnType<RunningApp['exited']>;
  const turn = inTurn();
  const exited = (): ReturnType<RunningApp['exited']> => {
    const exit = state === 'stopped' ? undefined : mechanism.ended();
    if (exit !== undefined) unasked ??= exit;
    return unasked;
  };
  const end = async (): Promise<void> => {
    exited();
    state = 'stopped';
    await mechanism.end();
  };
  const begin = async (): Promise<Result<void, EnvironmentFailure>> => {
    exited();
    const outcome = await mechanism.begin();
    if (outcome.ok) state = 'running';
    return outcome;
  };
  const start = async (): Promise<Result<void, EnvironmentFailure>> => {
    if (state === 'stopped' || mechanism.ended() !== undefined) return await begin();
    if (state === 'running') return done(undefined);
    state = 'running';
    return await mechanism.goOn();
  };
  const pause = async (): Promise<void> => {
    if (state !== 'running') return;
    state = 'paused';
    await mechanism.freeze();
  };
  return {
    restart: () => turn(() => end().then(begin)),
    stop: () => turn(end),
    start: () => turn(start),
    pause: () => turn(pause),
    log: mechanism.log,
    exited,
  };
}
