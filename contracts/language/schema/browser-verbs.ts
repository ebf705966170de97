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
  text,
  yesNo,
} from './parts.ts';
import { as, eventually, httpMethods, locator, matcher, path, waits, within } from './verb-parts.ts';

const seen = named(
  'seen',
  mapping('What must be true of every element that is found.', {
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
  }),
);

const file = named(
  'uploadedFile',
  mapping('A file: its name with its text or bytes, or one from the contracts’ side.', {
    name: optional(text('Its name, as the page sees it.')),
    text: optional(data('What is in it.')),
    base64: optional(
      pattern('The bytes that are in it, in base64.', '^[A-Za-z0-9+/\\s]*={0,2}\\s*$', 'bytes in base64'),
    ),
    from: optional(text('A file beside the contract, relative to it.')),
    type: optional(
      pattern(
        'Its media type; made from the name when left out.',
        '^[\\w.+-]+/[\\w.+-]+$',
        'a media type such as image/png',
      ),
    ),
  }),
);

const dialogTypes = ['alert', 'confirm', 'prompt', 'beforeunload'] as const;
const asked = {
  text: matcher('Its text.'),
  type: optional(oneOf('What it is.', dialogTypes)),
  count: matcher('How many such dialogs there were; at least 1 when left out.'),
};
const downloaded = {
  name: matcher('The file’s name.'),
  text: matcher('What is in it, when that is text.'),
  count: matcher('How many such files there were; at least 1 when left out.'),
};
const address = { path: matcher('Path with query and fragment.'), title: matcher('The page’s title.') };
const justCount = mapping('', { count: part('matcher', 'How many there are.') });

/** Acts in the browser. */
export const browserActSchemas = {
  'browser.open': mapping('Loads a page anew.', {
    as,
    path,
    until: optional(named('locator', mapping('The element that is meant.', locator))),
    within,
  }),
  'browser.click': mapping('Clicks an element.', {
    as,
    ...locator,
    look: optional(yesNo('A link or pager on the way to a look; needed in `then`.')),
    times: optional({
      type: 'integer',
      minimum: 2,
      maximum: 100,
      description: 'How often, at the place where it is found once.',
      'x-expects': 'a whole number from 2 to 100',
    }),
    every: optional(duration('With `times`: from one click to the next; as fast as it goes when left out.')),
    by: optional(oneOf('keyboard: focused, and pressed with Enter.', ['keyboard'])),
    within,
  }),
  'browser.fill': mapping('Fills a form field.', { as, ...locator, value: data('What to write.'), within }),
  'browser.press': mapping('Presses a key, on an element or on the page.', {
    as,
    ...locator,
    key: text('Key, such as Enter or Control+a.'),
    within,
  }),
  'browser.select': mapping('Selects an option.', { as, ...locator, option: data('The option’s label.'), within }),
  'browser.check': mapping('Checks a box or a radio button.', {
    as,
    ...locator,
    checked: optional(yesNo('false: takes the check away.')),
    within,
  }),
  'browser.upload': mapping('Hands files to a file field.', {
    as,
    ...locator,
    file: optional(file),
    files: optional(listOf('Several files.', file, 1)),
    within,
  }),
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
  'browser.back': mapping('Goes one step back in the history of the tab.', { as, within }),
  'browser.fresh': mapping('Continues with an empty browser.', {
    as,
    signedIn: optional(yesNo('false: not signed in again.')),
    within,
  }),
  'browser.fail': mapping('The next matching call of the page fails, once; it never reaches the network.', {
    as,
    method: optional(oneOf('Only such a call.', httpMethods)),
    path: matcher('Only a call to such a path.'),
    status: optional({
      type: 'integer',
      minimum: 200,
      maximum: 599,
      description: 'It is answered with this status.',
    }),
    json: optional(data('With `status`: the body of the answer, as JSON.')),
    text: optional(data('With `status`: the body of the answer, as text.')),
    answer: optional(oneOf('none: it gets no answer, the connection is refused.', ['none'])),
  }),
};

/** Looks in the browser. */
export const browserLookSchemas = {
  'browser.see': mapping('Looks at an element that must be there.', {
    as,
    ...locator,
    expect: optional(seen),
    any: optional(
      listOf(
        'One of several, instead of a locator.',
        named(
          'alternative',
          mapping('An element, and what must be true of it.', { ...locator, expect: optional(seen) }),
        ),
        2,
      ),
    ),
    eventually,
    ...waits(seen),
  }),
  'browser.notSee': mapping('No such element may be visible.', {
    as,
    ...locator,
    eventually,
    ...waits(
      mapping('', {
        count: matcher('How many there are.'),
        texts: matcher('The texts of all elements found, in order.'),
      }),
    ),
  }),
  'browser.at': mapping('Looks at the page’s address and title.', {
    as,
    ...address,
    eventually,
    ...waits(mapping('', address)),
  }),
  'browser.asked': mapping('Looks at the dialogs that the page opened since `when` began.', {
    as,
    ...asked,
    ...waits(mapping('', asked)),
  }),
  'browser.downloaded': mapping('Looks at the files that the page handed out since `when` began.', {
    as,
    ...downloaded,
    ...waits(mapping('', downloaded)),
  }),
  'browser.requests': mapping('Looks at the calls that the page made since `when` began.', {
    as,
    method: optional(oneOf('Only these.', httpMethods)),
    path: matcher('Only calls to such a path.'),
    status: optional(part('status', 'Only calls that were answered so.')),
    count: matcher('How many there are; at least 1 when left out.'),
    ...waits(justCount),
  }),
};
