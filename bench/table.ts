import type { Figures } from './figures.ts';
import type { ScaleFigures } from './scale/measure.ts';
import type { Compared, Comparison } from './speed/compare.ts';
import type { Spread } from './statistics.ts';
import type { StepFigures } from './step-cost/measure.ts';

/** The figures as short tables. */
export function renderFigures({ machine, speed, step, scale }: Figures): string {
  const { node, processors, model, load } = machine;
  const parts = [
    `${model}, ${String(processors)} processors, Node ${node}, load ${load.toFixed(1)} at the start`,
    ...(speed === undefined ? [] : [renderSpeed(speed)]),
    ...(step === undefined ? [] : [renderSteps(step)]),
    ...(scale === undefined ? [] : [renderScale(scale)]),
  ];
  return parts.join('\n\n');
}

function renderSpeed({ criteria, workers, pairs, wall, criteriaOnly, reuse }: Comparison): string {
  const row = (name: string, { assayMs, byHandMs, ratio }: Compared): readonly string[] => [
    name,
    seconds(assayMs.median),
    seconds(byHandMs.median),
    spread(ratio),
  ];
  const title = `${String(criteria)} criteria, ${String(workers)} workers, ${String(pairs.length)} pairs`;
  const rows = [row('whole command', wall), row('criteria only', criteriaOnly)];
  const lines = [table([[title, 'assay verify', 'by hand', 'ratio: median (min–max)'], ...rows])];
  if (reuse !== undefined)
    lines.push(
      `second verify of the commit: ${seconds(reuse.secondMs)} after ${seconds(reuse.firstMs)}, ratio ${reuse.ratio.toFixed(2)}; kept: ${reuse.cached.join(', ')}`,
    );
  return lines.join('\n');
}

function renderSteps(figures: readonly StepFigures[]): string {
  const rows = figures.map(({ verb, byHandMs, probeMs, engineMs, ownMs }) => [
    verb,
    ...[byHandMs, probeMs, engineMs].map((of) => `${of.median.toFixed(2)} ms`),
    `${ownMs.median.toFixed(2)} ms (${ownMs.min.toFixed(2)}–${ownMs.max.toFixed(2)})`,
  ]);
  return table([['a step', 'by hand', 'probe alone', 'engine', 'engine’s own: median (min–max)'], ...rows]);
}

function renderScale(figures: readonly ScaleFigures[]): string {
  const rows = figures.map((run) => [
    String(run.criteria),
    `${run.compileFirstMs.toFixed(0)} ms, then ${run.compileMs.toFixed(0)} ms (×${run.growth.compile.toFixed(2)}), ${run.compileRatio.toFixed(2)} of YAML alone`,
    `${run.firstCriteriaMs.toFixed(1)} → ${run.lastCriteriaMs.toFixed(1)} ms (×${run.growth.criterion.toFixed(2)})`,
    `${run.reportMs.toFixed(0)} ms (×${run.growth.report.toFixed(2)})`,
    `${run.htmlMs.toFixed(0)} ms (×${run.growth.html.toFixed(2)})`,
    `${run.heapMb.map((mb) => mb.toFixed(0)).join(' → ')} MB, peak ${run.peakRssMb.toFixed(0)} MB`,
  ]);
  const head = ['criteria', 'compile', 'a criterion: first → last', 'report.json', 'report.html', 'live memory'];
  return `${table([head, ...rows])}\n×: cost per criterion against the smallest run's; of “a criterion”: the last hundred against the first`;
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('   ')
        .trimEnd(),
    )
    .join('\n');
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

function spread({ min, median, max }: Spread): string {
  return `${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`;
}
