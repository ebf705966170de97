import type { Position } from '../../reports/index.ts';
import type { AppEnding, CriterionJudgement } from '../judge/index.ts';
import { cut } from './shorten.ts';
import type { AppEnd } from './surfaces.ts';
import { withJudgement } from './take.ts';
import type { StepResult } from './take-step.ts';

/** Signals that a process brings upon itself: it aborts (out of heap, a failed assertion), or does what no process may. */
const OWN_SIGNALS: readonly string[] = ['SIGABRT', 'SIGSEGV', 'SIGILL', 'SIGFPE', 'SIGBUS', 'SIGTRAP', 'SIGSYS'];

/** With such codes a shell or a container engine says that a signal (hang up, interrupt, kill, terminate) ended what it ran. */
const OTHERS_CODES: readonly number[] = [129, 130, 137, 143];

/** An application that ends by itself is broken; who sent it another signal is not known. */
export function tellEnd(end: AppEnd | undefined, at: Position): AppEnding | undefined {
  if (end === undefined) return undefined;
  const { name, code, signal, error, lastWords } = end;
  if (error !== undefined)
    return {
      byItself: false,
      why: `nobody knows what became of “${name}” before the criterion was over: ${error}`,
      at,
    };
  const how = code === null ? `was ended by ${signal ?? 'something unknown'}` : `ended with exit code ${String(code)}`;
  const words = lastWords === '' ? '' : `; it wrote: ${cut(lastWords)}`;
  const byItself = code === null ? OWN_SIGNALS.includes(signal ?? '') : !OTHERS_CODES.includes(code);
  return { byItself, why: `“${name}” ${how} before the criterion was over${words}`, at };
}

/** What fails when the application is gone fails for another reason than it seems to: a connection is refused, a text is missing. */
export function withEnding(judged: CriterionJudgement, ended: AppEnding | undefined): CriterionJudgement {
  if (ended === undefined || judged.judgement === 'satisfied' || judged.why.includes(ended.why)) return judged;
  return { ...judged, why: `${judged.why}; ${ended.why}` };
}

/** The same said where whoever reads the report looks first: at the first step that was violated. */
export function tellInStep(results: readonly StepResult[], ended: AppEnding | undefined): readonly StepResult[] {
  const first = results.find(({ judgement }) => judgement.kind === 'violated');
  return results.map((result) => {
    const { judgement } = result;
    if (ended === undefined || result !== first || judgement.kind !== 'violated') return result;
    return withJudgement(result, {
      ...judgement,
      mismatches: [...judgement.mismatches, { path: '', message: ended.why }],
    });
  });
}
