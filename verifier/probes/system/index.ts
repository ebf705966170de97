export { performSystemProbe, type SystemProbeContext } from './probe.ts';
