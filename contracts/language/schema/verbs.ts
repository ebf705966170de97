import type { TSchema } from 'typebox';
import type { Verb } from '../probe.ts';
import { browserActSchemas, browserLookSchemas } from './browser-verbs.ts';
import { apiSchemas, databaseSchemas, systemSchemas, togetherSchema, valueSchemas } from './service-verbs.ts';

/** What a step's only key can be, when it is no name of a step. */
export type WrittenVerb = Verb | 'together';

/** The parameters of each verb. */
export const verbSchemas: Readonly<Record<WrittenVerb, TSchema>> = {
  ...browserActSchemas,
  ...browserLookSchemas,
  ...apiSchemas,
  ...databaseSchemas,
  ...systemSchemas,
  ...valueSchemas,
  together: togetherSchema,
};

/** Whether a step's key is meant as a verb: `surface.verb`, or `together`. */
export function looksLikeVerb(key: string): boolean {
  return key === 'together' || /^(browser|api|db|system|values)\.\S*$/u.test(key);
}
