import type { TSchema } from 'typebox';
import { examplesSchema, heldOutCriterionSchema } from './contract.ts';
import { listOf, mapping, namesTo, optional, text } from './parts.ts';

/** Keys of a held-out file. */
export const heldOutSchema: TSchema = mapping('Rows and criteria that are not shown to an agent.', {
  heldOut: text('The name of the contract that they belong to.'),
  examples: optional(namesTo('Rows by the id of their criterion.', examplesSchema)),
  criteria: optional(listOf('Further criteria of the contract.', heldOutCriterionSchema, 1)),
});
