export { performDatabaseProbe, type DatabaseProbeContext, type MarkedSpan } from './probe.ts';
