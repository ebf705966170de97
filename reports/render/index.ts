export { renderProgressBlock } from './console/progress-block.ts';
export type { BlockOptions } from './console/progress-block.ts';
export { renderProgressLine } from './console/progress-line.ts';
export { advanceProgress, NO_PROGRESS } from './console/progress-state.ts';
export type { ProgressState } from './console/progress-state.ts';
export { renderSummary } from './console/summary.ts';
export type { SummaryOptions } from './console/summary.ts';
export type { ConsoleOptions } from './console/view.ts';
export { renderJson } from './json.ts';
