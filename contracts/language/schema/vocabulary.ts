import type { TSchema } from 'typebox';
import { stepsSchema } from './contract.ts';
import { mapping, text } from './parts.ts';

/** Keys of a vocabulary file. */
export const vocabularySchema: TSchema = mapping('Named steps that several contracts share.', {
  vocabulary: text('What they are about.'),
  steps: stepsSchema,
});
