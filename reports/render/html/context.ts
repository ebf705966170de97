import type { CriterionReport, VerificationReport } from '../../schema/verification.ts';
import type { ReadText } from '../text/read-text.ts';

/** What the parts of one document share. */
export interface Context {
  readonly report: VerificationReport;
  /** The text of a piece of evidence, as long as the document has room for it. */
  readonly textOf: ReadText;
  /** The same where nothing is wrong: with room of its own, so that it never takes that of what is wrong. */
  readonly textOfSatisfied: ReadText;
  /** The values of the criterion that is being rendered, by name. */
  readonly values: CriterionReport['values'];
  /** All its steps. */
  readonly steps: CriterionReport['steps'];
}

/** A document of more than this opens slowly from disk; what does not fit is linked. */
const ROOM = { failing: 3_000_000, satisfied: 750_000 } as const;
const MOST_OF_A_PIECE = 24_000;

function bounded(read: ReadText, most: number): ReadText {
  let room = most;
  return (ref) => {
    if (ref.bytes > MOST_OF_A_PIECE || room < ref.bytes) return undefined;
    const text = read(ref);
    room -= text === undefined ? 0 : ref.bytes;
    return text;
  };
}

/** A context that reads evidence through `read`, each piece and all of them together up to a bound. */
export function createContext(report: VerificationReport, read: ReadText): Context {
  return {
    report,
    textOf: bounded(read, ROOM.failing),
    textOfSatisfied: bounded(read, ROOM.satisfied),
    values: {},
    steps: [],
  };
}

/** The context inside one criterion, or inside one of its attempts. */
export function contextOf(
  context: Context,
  { judgement, values, steps }: Pick<CriterionReport, 'judgement' | 'values' | 'steps'>,
): Context {
  return { ...context, values, steps, textOf: judgement === 'satisfied' ? context.textOfSatisfied : context.textOf };
}
