import { anyThen, anyWhen, fine, then, when, itPlaces } from './cases.ts';

describe('Diagnostics of references and values', () => {
  itPlaces([
    {
      title: 'an unknown reference, at its column',
      criterion: when('api.request: { as: reader, method: POST, path: "/api/⟦{{slag}}⟧/x" }'),
      head: 'let: { slug: x1 }\n',
      code: 'unknown-reference',
      message: 'there is no value “slag”',
      hint: 'did you mean “slug”?',
    },
    {
      title: 'a secret that the contract does not name',
      criterion: when('api.request: { as: reader, method: POST, path: /, json: { a: "⟦{{secret.API_KEY}}⟧" } }'),
      code: 'unknown-reference',
      message: 'there is no value “secret”',
      hint: 'in “let”: { api_key: { secret: API_KEY } }',
    },
    {
      title: 'an unknown value of an actor',
      criterion: when('api.request: { as: reader, method: POST, path: /, json: { a: "⟦{{reader.mail}}⟧" } }'),
      code: 'unknown-reference',
      message: '“reader” has no value “mail”',
      hint: 'did you mean “email”?',
    },
    {
      title: 'an actor that stands for a value',
      criterion: when('api.request: { as: reader, method: POST, path: /, json: { a: "⟦{{reader}}⟧" } }'),
      code: 'incomplete-reference',
      message: '“reader” alone is no value',
      hint: 'refer to one of reader.email, reader.password',
    },
    {
      title: 'a reference that is not closed',
      criterion: when('api.request: { as: reader, method: POST, path: "/api/⟦{{⟧slug" }'),
      code: 'malformed-reference',
      message: 'a reference is opened by {{ and not closed by }}',
      hint: 'a reference is {{name}} or {{actor.name}}; write \\{{ for the braces themselves (\\\\{{ in double quotes)',
    },
    {
      title: 'a reference that is none',
      criterion: when('api.request: { as: reader, method: POST, path: "/api/⟦{{a b}}⟧" }'),
      code: 'malformed-reference',
      message: '{{a b}} is no reference',
      hint: 'a reference is {{name}} or {{actor.name}}; write \\{{ for the braces themselves (\\\\{{ in double quotes)',
    },
    {
      title: 'a reference in SQL',
      criterion: then('db.query: { sql: "select 1 where a = \'⟦{{run.id}}⟧\'", expect: { rows: [] } }'),
      code: 'reference-in-sql',
      message: 'SQL takes no references',
      hint: 'write $1 here, and params: [ "{{run.id}}" ]',
    },
    {
      title: 'a parameter in SQL',
      criterion: then('counted: { n: 1 }'),
      head: 'steps: { counted: [ { db.query: { sql: "select ⟦{{n}}⟧", expect: { rows: [] } } } ] }\n',
      code: 'reference-in-sql',
      message: 'SQL takes no references',
      hint: 'write $1 here, and params: [ "{{n}}" ]',
    },
    {
      title: 'use before save',
      criterion: `claim: persisted
given:
  - api.request: { as: reader, method: GET, path: "/⟦{{slug}}⟧" }
  - api.request: { as: reader, method: GET, path: /, save: { slug: /slug } }
${anyWhen}
${anyThen}`,
      code: 'use-before-save',
      message: '“slug” is used before it is saved',
    },
    {
      title: 'a name that is saved twice',
      criterion: `claim: persisted
given:
  - api.request: { as: reader, method: GET, path: /, save: { slug: /slug } }
  - api.request: { as: reader, method: GET, path: "/{{slug}}", save: { ⟦slug⟧: /slug } }
${anyWhen}
${anyThen}`,
      code: 'duplicate-save',
      message: '“slug” is saved twice in one criterion',
      hint: 'save it under another name',
    },
    {
      title: 'a pointer that is none',
      criterion: when('api.request: { as: reader, method: POST, path: /, save: { slug: ⟦article.slug⟧ } }'),
      code: 'wrong-value',
      message: '“slug” must be a JSON Pointer such as /article/slug',
    },
    {
      title: 'a value with the name of an actor',
      criterion: `let: { ⟦reader⟧: 1 }\n${fine}`,
      code: 'name-taken',
      message: 'the name “reader” is taken by an actor',
      hint: 'give it another name',
    },
    {
      title: 'a value that hides another',
      head: 'let: { title: 1 }\n',
      criterion: `let: { ⟦title⟧: 2 }\n${fine}`,
      code: 'shadowed-name',
      message: '“title” hides a value of the contract',
      hint: 'give it another name',
    },
    {
      title: 'a value of the contract that refers to itself, once, also where rows are',
      criterion: `claim: persisted
examples: [ { b: x }, { b: y } ]
when: [ { api.request: { as: reader, method: POST, path: "/{{a}}/{{b}}" } } ]
${anyThen}`,
      head: 'let: { ⟦a⟧: "{{a}}" }\n',
      code: 'circular-value',
      message: 'a value refers to itself: “a” → “a”',
      hint: 'one of them needs a value of its own',
    },
    {
      title: 'a value that refers to itself',
      criterion: `let: { ⟦a⟧: "{{b}}", b: "x{{a}}" }\n${fine}`,
      code: 'circular-value',
      message: 'a value refers to itself: “a” → “b” → “a”',
      hint: 'one of them needs a value of its own',
    },
    {
      title: 'a value that refers to an actor',
      criterion: `let: { a: ⟦"{{reader.email}}"⟧ }\n${fine}`,
      code: 'actor-in-let',
      message: '“a” refers to the actor “reader”, who is made after it',
      hint: 'refer to actors in steps',
    },
    {
      title: 'an unknown generator',
      criterion: `let: { a: { fake: ⟦internet.mail⟧ } }\n${fine}`,
      code: 'unknown-fake',
      message: 'there is no generator “internet.mail”',
      hint: 'did you mean “internet.email”?',
    },
  ]);
});
