import type { StepReport } from '../../schema/verification.ts';

/** What of a step its mismatches are told with; the words with this run's values in them. */
export type ToldStep = Pick<StepReport, 'verb' | 'words' | 'observed'>;

/** What was expected and what was seen, where words say it better than the values do. */
export interface BothSides {
  readonly expected: string;
  readonly seen: string;
}

/** The keys of a JSON Pointer. */
export function keysOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}
