import type { Clock } from '../../clock.ts';
import { ConsoleRecord, Dialogs } from './console-record.ts';
import { NetworkRecord } from './network-record.ts';
import { OtherCalls } from './other-calls.ts';
import { ResponseBodies } from './response-bodies.ts';

/** What is remembered of one actor's browser for the whole criterion, also when it is replaced by a fresh one. */
export interface ActorRecords {
  readonly network: NetworkRecord;
  readonly bodies: ResponseBodies;
  readonly others: OtherCalls;
  readonly console: ConsoleRecord;
  readonly dialogs: Dialogs;
}

export function createActorRecords(clock: Clock, isOwn: (url: string) => boolean): ActorRecords {
  const consoleRecord = new ConsoleRecord(clock);
  const network = new NetworkRecord(clock, isOwn);
  return {
    network,
    bodies: new ResponseBodies(clock),
    others: new OtherCalls(network, clock),
    console: consoleRecord,
    dialogs: new Dialogs(consoleRecord),
  };
}
