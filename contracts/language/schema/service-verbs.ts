import type { TSchema } from 'typebox';
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
  pointer,
  text,
} from './parts.ts';
import {
  as,
  httpMethods,
  locator,
  matcher,
  noReload,
  params,
  path,
  save,
  service,
  sql,
  waits,
  within,
} from './verb-parts.ts';

const answer = named(
  'answer',
  mapping('What the answer must be.', {
    status: optional(part('status', 'A status such as 201, or a class such as 2xx.')),
    headers: optional(namesTo('Headers by name.', part('matcher', 'The header’s value.'))),
    json: matcher('The body as JSON; objects match as subsets.'),
    text: matcher('The body as text.'),
  }),
);
const rows = mapping('What must be found.', {
  rows: matcher('The rows, in order; a list matches in length and order.'),
});

const request = {
  as,
  path,
  query: optional(namesTo('Query parameters.', data('A value.'))),
  headers: optional(namesTo('Request headers.', data('A value.'))),
};

/** Requests by API. */
export const apiSchemas = {
  'api.request': mapping(
    'Sends one request; redirects are not followed.',
    {
      ...request,
      method: oneOf('HTTP method.', httpMethods),
      json: optional(data('Body, sent as JSON.')),
      body: optional(data('Body, sent as text.')),
      expect: optional(answer),
      save,
      ...waits(answer),
    },
    noReload,
  ),
};

const rowChange = oneOf('What is refused.', ['insert', 'update', 'delete']);

/** Looks into the database, acts on it, and faults of it. */
export const databaseSchemas = {
  'db.query': mapping(
    'Reads rows, as a role that can only SELECT.',
    {
      service,
      sql,
      params,
      expect: optional(rows),
      save,
      ...waits(rows),
    },
    noReload,
  ),
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
  'db.reject': mapping('Refuses such statements of the application on a table, until the criterion ends.', {
    service,
    table: text('The table; `schema.table` outside of public.'),
    on: either(
      'Which statements.',
      [rowChange, listOf('Which statements.', rowChange, 1)],
      'insert, update or delete, or a list of these',
    ),
  }),
} satisfies Record<string, TSchema>;

function onService(description: string, more: Record<string, TSchema> = {}): TSchema {
  return either(
    description,
    [text('The service.'), mapping(description, { service: text('The service.'), ...more })],
    'the name of a service',
  );
}

/** What is done to services, and what they write. */
export const systemSchemas = {
  'system.restart': onService('Kills the service and starts it again.', { within }),
  'system.start': onService('Starts a service that was stopped or paused.', { within }),
  'system.stop': onService('Kills the service: connections are refused from now on.'),
  'system.pause': onService('Connections to the service stay, and nothing answers.'),
  'system.wait': mapping('Lets time pass.', {
    for: duration('How long.'),
    because: text('Why no look can wait for it.'),
  }),
  'system.log': mapping('Looks at the lines that a service wrote since `when` began.', {
    service: optional(text('Which service; the application when left out.')),
    line: matcher('Only such lines: the whole line, or a part by { $contains: … }.'),
    count: matcher('How many there are; at least 1 when left out.'),
    ...waits(mapping('', { count: part('matcher', 'How many there are.') })),
  }),
  'system.latency': mapping('Everything between the two comes later.', {
    between: {
      ...listOf('[app, db], or [browser, app].', text('A service, or browser.'), 2),
      maxItems: 2,
    },
    add: duration('By how much.'),
  }),
};

const at = (what: string) => pointer(`JSON Pointer into ${what}.`);

/** What is compared across surfaces. */
export const valueSchemas = {
  'values.agree': mapping('One value, read in at least two places, is equal, compared typed.', {
    browser: optional(
      mapping('Read from an element of the page.', {
        as,
        ...locator,
        read: oneOf('What is read of it.', ['text', 'number', 'value']),
      }),
    ),
    api: optional(mapping('Read from the answer to a GET request.', { ...request, at: at('its body') })),
    db: optional(mapping('Read from the database.', { service, sql, params, at: at('the rows, such as /0/n') })),
    within,
  }),
};

/** Steps at the same moment. */
export const togetherSchema = mapping('Steps at the same moment, by anybody, on any surface.', {
  steps: part('steps', 'Requests and acts; at least two.'),
  answers: matcher('What they observe, in a list in the order of the steps.'),
});
