import { anyThen, anyWhen, fine, then, when, itPlaces } from './cases.ts';

describe('Diagnostics of keys, types and words', () => {
  itPlaces([
    {
      title: 'an unknown key of a verb',
      criterion: then(
        'api.request: { as: reader, method: GET, path: /, ⟦expct⟧: { status: 200 }, expect: { status: 200 } }',
      ),
      code: 'unknown-key',
      message: 'unknown key “expct” in api.request',
      hint: 'did you mean “expect”?',
    },
    {
      title: 'an unknown key inside a verb',
      criterion: then('api.request: { as: reader, method: GET, path: /, expect: { ⟦statuss⟧: 200, text: x } }'),
      code: 'unknown-key',
      message: 'unknown key “statuss” in “expect”',
      hint: 'did you mean “status”?',
    },
    {
      title: 'an unknown key of a criterion',
      criterion: `${fine}\n⟦titel⟧: x`,
      code: 'unknown-key',
      message: 'unknown key “titel” in “AC-1”',
      hint: 'did you mean “title”?',
    },
    {
      title: 'a missing key of a verb',
      criterion: when('api.request: ⟦⟧{ as: reader, path: / }'),
      code: 'missing-key',
      message: '“method” is missing in api.request',
      hint: 'method: GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS',
    },
    {
      title: 'a missing key of a criterion',
      contract:
        'contract: a\ntitle: b\ncriteria:\n  - ⟦⟧id: AC-1\n    title: c\n    claim: persisted\n    then: [ { db.delta: { notes: { inserted: 1 } } } ]\n',
      code: 'missing-key',
      message: '“when” is missing in “AC-1”',
    },
    {
      title: 'a wrong type',
      criterion: when('api.request: { as: reader, method: POST, path: ⟦12⟧ }'),
      code: 'wrong-type',
      message: '“path” must be a path that starts with /, not a number',
    },
    {
      title: 'a word that is none of those allowed',
      criterion: when('api.request: { as: reader, method: ⟦POTS⟧, path: / }'),
      code: 'wrong-value',
      message: '“method” must be GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS',
      hint: 'did you mean “POST”?',
    },
    {
      title: 'a wrong form',
      criterion: when('api.request: { as: reader, method: POST, path: ⟦api/x⟧ }'),
      code: 'wrong-value',
      message: '“path” must be a path that starts with /',
      hint: 'the address of the application is known: write what comes after it',
    },
    {
      title: 'a wrong duration',
      criterion: when('api.request: { as: reader, method: POST, path: /, within: ⟦5 seconds⟧ }'),
      code: 'wrong-value',
      message: '“within” must be a duration such as 5s, 200ms or 1m',
    },
    {
      title: 'a wrong claim',
      criterion: `claim: ⟦persistent⟧\n${anyWhen}\n${anyThen}`,
      code: 'wrong-value',
      message: '“claim” must be shown, served, persisted or durable',
      hint: 'did you mean “persisted”?',
    },
    {
      title: 'none of several forms',
      criterion: when('browser.dialog: ⟦[ accept ]⟧'),
      code: 'wrong-type',
      message: 'browser.dialog must be accept, dismiss, or a mapping with `answer`, not a list',
    },
    {
      title: 'the meant one of several forms',
      criterion: when('browser.dialog: { as: reader, answer: ⟦acept⟧ }'),
      code: 'wrong-value',
      message: '“answer” must be accept or dismiss',
      hint: 'did you mean “accept”?',
    },
    {
      title: 'an empty list of criteria',
      contract: 'contract: a\ntitle: b\ncriteria: ⟦[]⟧\n',
      code: 'wrong-value',
      message: '“criteria” must be a list of at least 1',
    },
  ]);
});
