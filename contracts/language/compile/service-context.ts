import type { CommandContext } from './command.ts';
import type { Names } from './names.ts';

/** What compiling a service needs. */
export interface ServiceContext extends CommandContext {
  /** Services, the run, and secrets. */
  readonly names: Names;
  /** system.yaml, relative to the repository. */
  readonly file: string;
}
