import type { TSchema } from 'typebox';
import { duration, listOf, mapping, namesTo, oneOf, optional, part, pattern, text, yesNo } from './parts.ts';

/** From the weakest to the strongest. */
export const claims = ['shown', 'served', 'persisted', 'durable'] as const;

/** Values made anew on every run. */
export const letSchema = namesTo(
  'Values, made anew on every run and never the same twice in one.',
  part('let', 'A value, { fake: … } or { pattern: … }.'),
);

/** Keys of one criterion. */
export const criterionSchema: TSchema = mapping(
  'One thing that must be true.',
  {
    id: pattern('Unique in the contract.', '^[A-Za-z0-9][A-Za-z0-9._-]*$', 'an id such as AC-01'),
    title: text('What must be true, as a sentence for people.'),
    claim: oneOf(
      'How strong the proof must be: seen in a browser, answered by the API, stored, or surviving a restart.',
      claims,
    ),
    required: optional(yesNo('false: judged and reported, but not needed for PASS.')),
    as: optional(text('The actor of all steps that name none.')),
    let: optional(letSchema),
    given: optional(part('steps', 'Sets the scene.')),
    when: part('steps', 'The action.'),
    then: optional(part('steps', 'What must be true, in order; it may open, reload, restart to look.')),
    deadline: optional(duration('Bounds the whole criterion (60s when left out).')),
  },
  { later: ['after', 'contrast', 'repeat', 'examples', 'heldOut', 'together', 'always', 'timezone', 'locale'] },
);

/** Keys of a contract file. */
export const contractSchema: TSchema = mapping(
  'A contract: what must be true of the system.',
  {
    contract: pattern(
      'The contract’s name, unique in the system.',
      '^[A-Za-z0-9][A-Za-z0-9._-]*$',
      'a name such as favorites',
    ),
    version: optional({ type: 'integer', minimum: 1, description: 'Counts up with each agreed change.' }),
    title: text('What it is about, as a sentence for people.'),
    system: optional(text('The system file, relative to this one.')),
    outOfScope: optional(listOf('What it does not speak of.', text('One thing.'))),
    let: optional(letSchema),
    steps: optional(namesTo('Named steps of this contract.', part('steps', 'What the name stands for.'))),
    criteria: listOf('The criteria.', criterionSchema, 1),
  },
  { later: ['always', 'heldOut', 'together', 'vocabulary'] },
);
