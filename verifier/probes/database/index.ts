export { performDatabaseProbe, type DatabaseProbeContext, type MarkedSpan } from './probe.ts';
export { DatabaseQuiet, settleAtMostMs } from './settling.ts';
