import type { TSchema } from 'typebox';
import type { HttpMethod, Verb } from '../probe.ts';
import {
  data,
  duration,
  either,
  listOf,
  mapping,
  named,
  namesTo,
  oneOf,
  optional,
  part,
  pattern,
  pointer,
  text,
  yesNo,
} from './parts.ts';

export const httpMethods: readonly HttpMethod[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The keys of which a locator has exactly one. */
export const locatorKinds = ['role', 'label', 'text', 'placeholder', 'alt', 'title', 'testId', 'css'] as const;

const as = optional(text('The actor who does this; the criterion’s `as` when left out.'));
const within = optional(duration('How long to wait at most (5s when left out).'));
const path = pattern(
  'Path in the application, with query and fragment; references are percent-encoded.',
  '^/',
  'a path that starts with /',
);

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

const hasLocator = named('has', mapping('An element that must be inside.', ownLocator));
const insideAgain = named(
  'insideAgain',
  mapping('Only inside the element that this finds.', { ...ownLocator, has: optional(hasLocator) }),
);

const insideLocator = named(
  'inside',
  mapping('Only inside the element that this finds.', {
    ...ownLocator,
    has: optional(hasLocator),
    inside: optional(insideAgain),
  }),
);

const locator = { ...ownLocator, inside: optional(insideLocator), has: optional(hasLocator) };

const matcher = (description: string) => optional(part('matcher', description));

const seen = mapping('What must be true of every element that is found.', {
  text: matcher('Its visible text, white space normalised.'),
  texts: matcher('The texts of all elements found, in order.'),
  number: matcher('The only number in its text.'),
  value: matcher('The value of a form field.'),
  class: matcher('`active` means: has this class.'),
  attribute: optional(namesTo('Attributes by name.', part('matcher', 'The attribute’s value.'))),
  style: optional(namesTo('Computed CSS properties by name.', part('matcher', 'The computed value.'))),
  pressed: matcher('Whether a toggle button is pressed.'),
  checked: matcher('Whether it is checked.'),
  disabled: matcher('Whether it is disabled.'),
  focused: matcher('Whether it has the focus.'),
  count: matcher('How many elements are found; at least 1 when left out.'),
});

const answer = mapping('What the answer must be.', {
  status: optional(part('status', 'A status such as 201, or a class such as 2xx.')),
  headers: optional(namesTo('Headers by name.', part('matcher', 'The header’s value.'))),
  json: matcher('The body as JSON; objects match as subsets.'),
  text: matcher('The body as text.'),
});

const save = optional(
  namesTo(
    'Names for values of the result, each with its place.',
    pointer('JSON Pointer into the body, or into the rows.'),
  ),
);
const service = optional(text('Which database, when the system has several.'));
const sql = text('One SQL statement; values go into `params`.');
const params = optional(listOf('Values for $1, $2, …', data('A value.')));

const laterLooks = ['any', 'stays', 'eventually', 'failIf'];

/** The parameters of each verb. */
export const verbSchemas: Readonly<Record<Verb, TSchema>> = {
  'browser.open': mapping('Loads a page anew.', {
    as,
    path,
    until: optional(named('locator', mapping('The element that is meant.', locator))),
    within,
  }),
  'browser.click': mapping(
    'Clicks an element.',
    { as, ...locator, look: optional(yesNo('A link or pager on the way to a look; needed in `then`.')), within },
    { later: ['times', 'every', 'by'] },
  ),
  'browser.fill': mapping('Fills a form field.', { as, ...locator, value: data('What to write.'), within }),
  'browser.press': mapping('Presses a key, on an element or on the page.', {
    as,
    ...locator,
    key: text('Key, such as Enter or Control+a.'),
    within,
  }),
  'browser.select': mapping('Selects an option.', { as, ...locator, option: data('The option’s label.'), within }),
  'browser.dialog': either(
    'Says how the next dialog is answered; stands before the act that brings it.',
    [
      oneOf('The answer.', ['accept', 'dismiss']),
      mapping('The answer, and by whom.', {
        as,
        answer: oneOf('The answer.', ['accept', 'dismiss']),
        text: optional(data('What to write into a prompt.')),
      }),
    ],
    'accept, dismiss, or a mapping with `answer`',
  ),
  'browser.reload': mapping('Reloads the page.', { as, within }),
  'browser.fresh': mapping('Continues with an empty browser.', {
    as,
    signedIn: optional(yesNo('false: not signed in again.')),
    within,
  }),
  'browser.see': mapping(
    'Looks at an element that must be there.',
    { as, ...locator, expect: optional(seen), within },
    { later: laterLooks },
  ),
  'browser.notSee': mapping('No such element may be visible.', { as, ...locator, within }, { later: laterLooks }),
  'browser.at': mapping(
    'Looks at the page’s address and title.',
    { as, path: matcher('Path with query and fragment.'), title: matcher('The page’s title.'), within },
    { later: laterLooks },
  ),
  'browser.requests': mapping(
    'Looks at the calls that the page made since `when` began.',
    {
      as,
      method: optional(oneOf('Only these.', httpMethods)),
      path: matcher('Only calls to such a path.'),
      status: optional(part('status', 'Only calls that were answered so.')),
      count: matcher('How many there are; at least 1 when left out.'),
      within,
    },
    { later: laterLooks },
  ),
  'api.request': mapping(
    'Sends one request; redirects are not followed.',
    {
      as,
      method: oneOf('HTTP method.', httpMethods),
      path,
      query: optional(namesTo('Query parameters.', data('A value.'))),
      headers: optional(namesTo('Request headers.', data('A value.'))),
      json: optional(data('Body, sent as JSON.')),
      body: optional(data('Body, sent as text.')),
      expect: optional(answer),
      save,
      within,
    },
    { later: ['failIf', 'eventually'] },
  ),
  'db.query': mapping('Reads rows, as a role that can only SELECT.', {
    service,
    sql,
    params,
    expect: optional(
      mapping('What must be found.', { rows: matcher('The rows, in order; a list matches in length and order.') }),
    ),
    save,
    within,
  }),
  'db.exec': mapping('Changes rows behind the application’s back.', {
    service,
    sql,
    params,
    because: optional(text('Why; needed in `when`.')),
    within,
  }),
  'db.delta': {
    type: 'object',
    description: 'What changed in the database between `when` and `then`, by table; nothing else may have changed.',
    additionalProperties: part('change', 'What changed in this table.'),
  },
  'system.restart': either(
    'Kills the service and starts it again.',
    [
      text('The service.'),
      mapping('The service, and how long it may take.', { service: text('The service.'), within }),
    ],
    'the name of a service',
  ),
};

/** Verbs that the language will have. */
export const laterVerbs: readonly string[] = [
  'browser.check',
  'browser.upload',
  'browser.back',
  'browser.asked',
  'browser.fail',
  'db.reject',
  'system.stop',
  'system.start',
  'system.pause',
  'system.wait',
  'system.log',
  'system.latency',
  'values.agree',
];

/** Whether a step's key is meant as a verb: `surface.verb`. */
export function looksLikeVerb(key: string): boolean {
  return /^(browser|api|db|system|values)\.\S*$/u.test(key);
}
