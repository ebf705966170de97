import type { ScaleFigures } from './scale/measure.ts';
import type { Comparison } from './speed/compare.ts';
import type { StepFigures } from './step-cost/measure.ts';

/** Everything that one run of the benchmark found out. */
export interface Figures {
  readonly machine: {
    readonly node: string;
    readonly processors: number;
    readonly model: string;
    /** Load of the last minute, before anything was measured: figures of a busy machine mean little. */
    readonly load: number;
  };
  readonly speed?: Comparison;
  readonly step?: readonly StepFigures[];
  readonly scale?: readonly ScaleFigures[];
}
