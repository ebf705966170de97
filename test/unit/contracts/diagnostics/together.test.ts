import { itRefuses } from './wrong-use.ts';

const post = '{ api.request: { method: POST, path: / } }';

describe('Diagnostics of together', () => {
  itRefuses([
    [
      'when',
      `⟦together⟧: { steps: [ ${post} ] }`,
      'too-few-steps',
      '“together” needs at least two steps',
      'say times: 2 for a click that is done twice',
    ],
    [
      'when',
      `together: { steps: [ { ⟦browser.see⟧: { role: main } }, ${post} ] }`,
      'wrong-in-together',
      'browser.see looks; “together” takes requests and acts',
      'look in a step of its own',
    ],
    [
      'when',
      `together: { steps: [ { ⟦browser.fail⟧: { answer: none } }, ${post} ] }`,
      'wrong-in-together',
      "browser.fail prepares what comes; it can't begin together with it",
      'put it before “together”',
    ],
    [
      'when',
      `together: { steps: [ { ⟦together⟧: { steps: [] } }, ${post} ] }`,
      'wrong-in-together',
      '“together” inside “together”',
      'put all its steps into one list',
    ],
    [
      'when',
      'together: { steps: [ { browser.click: { role: button } }, { ⟦browser.click⟧: { role: link } } ] }',
      'same-browser',
      'the browser of “reader” does one thing at a time',
      'let another actor do it; a double click is a click with times: 2',
    ],
    [
      'when',
      `together: { steps: [ { api.request: { method: POST, path: /, ⟦save⟧: { n: /n } } }, { api.request: { method: POST, path: /, json: "{{n}}" } } ] }`,
      'save-in-together',
      '“save” does not go with “together”',
      'read it in a step of its own',
    ],
    [
      'when',
      `together: { steps: [ { api.request: { method: GET, path: /, ⟦stays⟧: 1s } }, ${post} ] }`,
      'no-wait',
      '“stays” is about waiting; inside “together” everything is done once',
      'look at what it brought in a step of its own',
    ],
    ['when', `together: { steps: [ ${post}, ⟦nobody knows⟧ ] }`, 'unknown-step', 'there is no step “nobody knows”'],
    [
      'when',
      `together: ⟦[ ${post} ]⟧`,
      'wrong-type',
      'together must be a mapping, not a list',
      'together: { steps: [ … ] }',
    ],
    [
      'when',
      'together: ⟦⟧{ answers: [] }',
      'missing-key',
      '“steps” is missing in together',
      'steps: [ … ], a list of steps',
    ],
    [
      'when',
      `together: { steps: ⟦posts⟧ }`,
      'wrong-type',
      'steps must be a list, not text',
      'write [ … ], or each step on a line with “- ”',
    ],
    [
      'when',
      `together: { ⟦api.request⟧: { method: POST, path: / }, browser.click: { role: button } }`,
      'unknown-key',
      'unknown keys “api.request” and “browser.click” in together',
      '“steps” is missing: steps: [ … ], a list of steps',
    ],
    [
      'then',
      `⟦together⟧: { steps: [ ${post}, ${post} ] }`,
      'wrong-section',
      '“together” acts; “then” only looks',
      'put it into “when”',
    ],
    ['when', '⟦toghether⟧: { steps: [] }', 'unknown-step', 'there is no step “toghether”', 'did you mean “together”?'],
  ]);
});
