import { quote } from '../../wording.ts';
import { claimOf } from '../criterion.ts';
import { plainWords } from '../words.ts';
import { spanOf, type Rule } from './subject.ts';

const keeping = /\b(saved?|saves|kept|stored|stores|survives?|survived|persist(?:s|ed|ent)?)\b/iu;

/** People read the title: a claim that is weaker than it sounds deceives them. */
export const titleIsClaimed: Rule = (subject, problems) => {
  const claim = claimOf(subject.node);
  const word = keeping.exec(plainWords(subject.plan.title))?.[0];
  if (word === undefined || (claim !== 'shown' && claim !== 'served')) return;
  problems.warning({
    code: 'weak-claim',
    message: `the title says ${quote(word)}, and the claim is only ${quote(claim)}`,
    span: spanOf(subject, 'claim'),
    hint: 'claim: persisted or durable, with a look that reaches it',
  });
};
