import type { TSchema } from 'typebox';
import { duration, either, listOf, mapping, namesTo, oneOf, optional, part, pattern, text, yesNo } from './parts.ts';

/** From the weakest to the strongest. */
export const claims = ['shown', 'served', 'persisted', 'durable'] as const;

/** Values made anew on every run. */
export const letSchema = namesTo(
  'Values, made anew on every run and never the same twice in one.',
  part('let', 'A value, { fake: … }, { pattern: … } or { secret: … }.'),
);

/** What can be demanded of every criterion. */
export const alwaysRules = ['no server errors', 'no script errors'] as const;

export const alwaysSchema = listOf(
  'What holds in every criterion, but while a fault is injected.',
  oneOf('A rule.', alwaysRules),
);

const row = namesTo('Values by name; they win over `let`.', part('let', 'A value.'));

/** Rows of values: the criterion is run with each. */
export const examplesSchema = listOf('Rows of values; the criterion is run with each.', row, 1);

const contrast = mapping('The same, so that it must be violated: by others, with other values, in another scene.', {
  as: optional(namesTo('Who acts instead, by actor.', text('An actor.'))),
  let: optional(namesTo('Other values, by name.', part('let', 'A value.'))),
  given: optional(part('steps', 'Another scene.')),
});

/** Named steps. */
export const stepsSchema = namesTo('Named steps.', part('steps', 'What the name stands for.'));

const heldOutFile = text('File with rows and criteria that are not shown to an agent, relative to this one.');

const criterionKeys = {
  id: pattern('Unique in the contract.', '^[A-Za-z0-9][A-Za-z0-9._-]*$', 'an id such as AC-01'),
  title: text('What must be true, as a sentence for people.'),
  claim: oneOf(
    'How strong the proof must be: seen in a browser, answered by the API, stored, or surviving a restart.',
    claims,
  ),
  required: optional(yesNo('false: judged and reported, but not needed for PASS.')),
  as: optional(text('The actor of all steps that name none.')),
  let: optional(letSchema),
  after: optional(text('The criterion of this contract whose demand this one’s scene repeats.')),
  repeat: optional({
    type: 'integer',
    minimum: 1,
    maximum: 100,
    description: 'How often it is run; every run is judged.',
    'x-expects': 'a whole number from 1 to 100',
  }),
  examples: optional(examplesSchema),
  given: optional(part('steps', 'Sets the scene.')),
  when: part('steps', 'The action.'),
  then: optional(part('steps', 'What must be true, in order; it may open, reload, restart to look.')),
  contrast: optional(contrast),
  deadline: optional(duration('Bounds the whole criterion (60s when left out).')),
};

/** Keys of one criterion. */
export const criterionSchema: TSchema = mapping('One thing that must be true.', {
  ...criterionKeys,
  heldOut: optional(heldOutFile),
});

/** Keys of a criterion in a held-out file. */
export const heldOutCriterionSchema: TSchema = mapping('One thing that must be true.', criterionKeys);

/** Keys of a contract file. */
export const contractSchema: TSchema = mapping('A contract: what must be true of the system.', {
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
  always: optional(alwaysSchema),
  vocabulary: optional(
    either(
      'Files of shared named steps, relative to this one.',
      [text('A file.'), listOf('Files.', text('A file.'), 1)],
      'a file, or a list of files',
    ),
  ),
  heldOut: optional(heldOutFile),
  steps: optional(stepsSchema),
  criteria: listOf('The criteria.', criterionSchema, 1),
});
