import { carriesClaim, strongestClaim, waysToClaim } from '../claim.ts';
import { claimOf } from '../criterion.ts';
import { quote } from '../../wording.ts';
import { field } from '../../yaml/node.ts';
import { spanOf, stepsOf, type Rule } from './subject.ts';

/** A claim that no judged look carries proves nothing. */
export const claimIsReached: Rule = (subject, problems) => {
  const claim = claimOf(subject.node);
  if (claim === undefined || field(subject.node, 'claim') === undefined) return;
  const reached = strongestClaim(stepsOf(subject.plan).flatMap(({ strength }) => strength ?? []));
  if (carriesClaim(reached, claim)) return;
  const most =
    reached === undefined ? 'no judged step carries any claim' : `the judged steps reach ${quote(reached)} at most`;
  problems.error({
    code: 'claim-out-of-reach',
    message: `the claim ${quote(claim)} is out of reach: ${most}`,
    span: spanOf(subject, 'claim'),
    hint: `to reach it, ${waysToClaim[claim]}`,
  });
};
