export { performDatabaseProbe, type DatabaseProbeContext, type MarkedSpan, type RejectProbe } from './probe.ts';
export { DatabaseQuiet, settleAtMostMs } from './settling.ts';
