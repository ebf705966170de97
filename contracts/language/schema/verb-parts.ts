import type { TOptional, TSchema } from 'typebox';
import type { HttpMethod } from '../probe.ts';
import { data, duration, listOf, mapping, named, namesTo, optional, part, pattern, pointer, text } from './parts.ts';

export const httpMethods: readonly HttpMethod[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The keys of which a locator has exactly one. */
export const locatorKinds = ['role', 'label', 'text', 'placeholder', 'alt', 'title', 'testId', 'css'] as const;

export const as = optional(text('The actor who does this; the criterion’s `as` when left out.'));
export const within = optional(duration('How long to wait at most (5s when left out).'));
export const path: TSchema = {
  ...pattern(
    'Path in the application, with query and fragment; references are percent-encoded.',
    '^/',
    'a path that starts with /',
  ),
  'x-advice': 'the address of the application is known: write what comes after it',
};

const textOf = (what: string) =>
  optional(part('textMatch', `${what}: the whole text, or a part by { $contains: … } or { $matches: … }.`));

const ownLocator = {
  role: optional(text('ARIA role, such as button, link, heading.')),
  name: textOf('Accessible name, with `role`'),
  label: textOf('Label of a form field'),
  text: textOf('Text of the element'),
  placeholder: textOf('Placeholder of a form field'),
  alt: textOf('Alternative text of an image'),
  title: textOf('Title attribute'),
  testId: optional(text('Value of data-testid.')),
  css: optional(text('CSS selector, as a last resort.')),
  nth: optional({
    description: 'Which of several: counts from 1, or first, or last.',
    anyOf: [
      { type: 'integer', minimum: 1 },
      { type: 'string', enum: ['first', 'last'] },
    ],
    'x-expects': 'a number from 1, first or last',
  }),
};

const hints = { frame: 'it stands beside the outermost locator, not inside of others' };
const hasLocator = named('has', mapping('An element that must be inside.', ownLocator, hints));
const insideAgain = named(
  'insideAgain',
  mapping('Only inside the element that this finds.', { ...ownLocator, has: optional(hasLocator) }, hints),
);

const insideLocator = named(
  'inside',
  mapping(
    'Only inside the element that this finds.',
    { ...ownLocator, has: optional(hasLocator), inside: optional(insideAgain) },
    hints,
  ),
);

const inPage = { ...ownLocator, inside: optional(insideLocator), has: optional(hasLocator) };

/** The keys of a locator, which stand among a verb's own. */
export const locator = {
  ...inPage,
  frame: optional(named('frame', mapping('In the document of the frame that this finds.', inPage, hints))),
};

/** An expectation that may be left out. */
export function matcher(description: string): TOptional {
  return optional(part('matcher', description));
}

/** Places in a result that are kept under names. */
export const save = optional(
  namesTo(
    'Names for values of the result, each with its place.',
    pointer('JSON Pointer into the body, or into the rows.'),
  ),
);
export const service = optional(text('Which database, when the system has several.'));
export const sql = text('One SQL statement; values go into `params`.');
export const params = optional(listOf('Values for $1, $2, …', data('A value.')));

/** How a look waits. `failIf` has the form of what the look expects. */
export function waits(failIf: TSchema): Record<'within' | 'stays' | 'failIf', TOptional> {
  return {
    within,
    stays: optional(duration('Once it holds, it must hold that long.')),
    failIf: optional({ ...failIf, description: 'When this holds there is nothing to wait for: the look is violated.' }),
  };
}

/** The page is loaded again between looks. */
export const eventually = optional(
  named(
    'eventually',
    mapping('For pages that are made anew after a while.', {
      reload: { type: 'boolean', enum: [true], description: 'The page is loaded again between looks.' },
      within: duration('How long to wait at most.'),
    }),
  ),
);

/** For looks that no page shows. */
export const noReload = { eventually: 'it loads a page again; this look asks anew by itself: say within' };
