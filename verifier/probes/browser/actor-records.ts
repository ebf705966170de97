import type { Clock } from '../../clock.ts';
import { ConsoleRecord, Dialogs } from './console-record.ts';
import { Downloads } from './downloads.ts';
import { NetworkRecord } from './network-record.ts';
import { OtherCalls } from './other-calls.ts';
import { ResponseBodies } from './response-bodies.ts';
import { ScriptErrors } from './script-errors.ts';

/** What is remembered of one actor's browser for the whole criterion, also when it is replaced by a fresh one. */
export interface ActorRecords {
  readonly network: NetworkRecord;
  readonly bodies: ResponseBodies;
  readonly others: OtherCalls;
  readonly console: ConsoleRecord;
  readonly dialogs: Dialogs;
  readonly downloads: Downloads;
  readonly errors: ScriptErrors;
}

export function createActorRecords(clock: Clock, isOwn: (url: string) => boolean): ActorRecords {
  const consoleRecord = new ConsoleRecord(clock);
  const network = new NetworkRecord(clock, isOwn);
  return {
    network,
    bodies: new ResponseBodies(clock),
    others: new OtherCalls(network, clock),
    console: consoleRecord,
    dialogs: new Dialogs(consoleRecord, clock),
    downloads: new Downloads(clock),
    errors: new ScriptErrors(clock, isOwn),
  };
}
