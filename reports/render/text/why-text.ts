import type { CriterionReport, Mismatch, StepReport } from '../../schema/verification.ts';
import { mismatchText } from './mismatch-text.ts';
import { fillReferences } from './references.ts';
import { missingSecrets, settingText } from './secrets.ts';
import { surfaceOf } from './words.ts';

/** Longer than this, a value says no more in a sentence. */
const ROOM = 300;

/** What a sentence about a criterion is told with. */
type Told = Pick<CriterionReport, 'steps' | 'values'>;

/** What the judge says of a step, behind its words or alone. */
function saidOf({ path, message }: Mismatch): string {
  return path === '' ? message : `${path} ${message}`;
}

/**
 * A sentence about the criterion, with this run's values for names, and its mismatches as people say them. The words of steps that
 * were taken at once are left out: they are those of all of them.
 */
export function tellOf({ steps, values }: Told, sentence: string): string {
  const told = steps.reduce(
    (text, step) => {
      if (step.judgement.kind !== 'violated') return text;
      const filled = { ...step, words: fillReferences(step.words, values) };
      return step.judgement.mismatches.reduce((inner, mismatch) => {
        // Where there is no place, the words alone could stand anywhere; the sentence has them behind the step's.
        const before = mismatch.path === '' ? ': ' : '';
        const said = before + saidOf(mismatch);
        return inner.includes(said) ? inner.replace(said, () => before + mismatchText(filled, mismatch, ROOM)) : inner;
      }, text);
    },
    withoutWordsOf(
      steps.filter(({ verb }) => verb === 'together'),
      sentence,
    ),
  );
  return fillReferences(told, values);
}

function withoutWordsOf(steps: readonly StepReport[], sentence: string): string {
  return steps.reduce((text, step) => (step.judgement.kind === 'violated' ? withoutWords(text, step) : text), sentence);
}

function withoutWords(sentence: string, { words, verb }: StepReport): string {
  // A mismatch of steps taken at once says itself which of them it is.
  const surface = verb === 'together' ? '' : `${surfaceOf(verb)}: `;
  return sentence.replace(`“${words}”: `, () => surface);
}

/** The same for a line: of the steps, where people look instead of their words, which would leave no room for what differs. */
export function tellShortOf(told: Told, sentence: string): string {
  return tellOf(told, withoutWordsOf(told.steps, sentence));
}

/** Why a criterion is not satisfied: its cause, what somebody has to set, and the sentence. */
export function whyText(
  criterion: Told & Pick<CriterionReport, 'cause' | 'why'>,
  { short }: { readonly short: boolean },
): string {
  const { cause, why } = criterion;
  const secrets = missingSecrets(criterion);
  const remedy = secrets.length === 0 ? undefined : settingText(secrets);
  const sentence = why === undefined ? undefined : (short ? tellShortOf : tellOf)(criterion, why);
  return [cause, remedy, sentence].filter((part) => part !== undefined).join(': ');
}
