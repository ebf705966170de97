import { itRefuses } from './wrong-use.ts';

const locatorMissing = 'which element? one of role, label, text, placeholder, alt, title, testId or css is missing';

describe('Diagnostics of acts in the browser', () => {
  itRefuses([
    ['when', 'browser.click: { role: button, times: ⟦1⟧ }', 'wrong-value', '“times” must be at least 2'],
    [
      'when',
      'browser.click: { role: button, ⟦every⟧: 1s }',
      'every-alone',
      '“every” goes with “times” only',
      'say times: 2, or how often',
    ],
    ['when', 'browser.click: { role: button, by: ⟦mouse⟧ }', 'wrong-value', '“by” must be keyboard'],
    ['when', '⟦browser.check⟧: { checked: false }', 'no-locator', locatorMissing],
    [
      'then',
      '⟦browser.check⟧: { label: Agree }',
      'wrong-section',
      'browser.check acts; “then” only looks',
      'put it into “when”',
    ],
    [
      'when',
      '⟦browser.upload⟧: { label: P }',
      'missing-key',
      'which file? “file” is missing',
      'say file: { name: a.txt, text: … }, or files: [ … ]',
    ],
    [
      'when',
      'browser.upload: { label: P, file: { from: a }, ⟦files⟧: [ { from: a } ] }',
      'two-files',
      'an upload has either “file” or “files”',
    ],
    ['when', 'browser.upload: { label: P, files: ⟦[]⟧ }', 'wrong-value', '“files” must be a list of at least 1'],
    [
      'when',
      'browser.upload: { label: P, file: ⟦⟧{ text: b } }',
      'missing-key',
      'the file needs a “name”',
      'say name: a.txt',
    ],
    [
      'when',
      'browser.upload: { label: P, file: ⟦⟧{ name: a } }',
      'missing-key',
      'what is in the file? one of “text”, “base64” or “from” is missing',
    ],
    [
      'when',
      'browser.upload: { label: P, file: { name: a, text: b, ⟦from⟧: c } }',
      'two-contents',
      'a file has either “text” or “from”',
    ],
    [
      'when',
      'browser.upload: { label: P, file: { from: ⟦../../../x⟧ } }',
      'outside-repository',
      '“../../../x” is outside the repository',
      'paths are relative to favorites.contract.yaml',
    ],
    [
      'when',
      'browser.upload: { label: P, file: { from: "⟦{{slug}}⟧.png" } }',
      'reference-not-here',
      '“from” takes no references',
      'write it out; a named step can get it as a parameter',
    ],
    [
      'when',
      'browser.upload: { label: P, file: { name: a, base64: ⟦"$"⟧ } }',
      'wrong-value',
      '“base64” must be bytes in base64',
    ],
    [
      'when',
      'browser.press: { key: "⟦{{slug}}⟧" }',
      'reference-not-here',
      '“key” takes no references',
      'write it out; a named step can get it as a parameter',
    ],
    [
      'when',
      '⟦browser.fail⟧: { method: POST }',
      'missing-key',
      'how does it fail? “status” is missing',
      'say status: 503, or answer: none',
    ],
    [
      'when',
      'browser.fail: { ⟦status⟧: 503, answer: none }',
      'answer-none',
      '“status” stands beside answer: none',
      'a call is answered or it is not',
    ],
    ['when', 'browser.fail: { status: ⟦99⟧ }', 'wrong-value', '“status” must be at least 200'],
    ['when', 'browser.fail: { status: ⟦999⟧ }', 'wrong-value', '“status” must be at most 599'],
    [
      'when',
      'browser.fail: { status: 503, json: {}, ⟦text⟧: x }',
      'two-bodies',
      'an answer has either “json” or “text”',
    ],
    [
      'then',
      '⟦browser.fail⟧: { status: 503 }',
      'wrong-section',
      'browser.fail is a fault; “then” only looks',
      'put it into “given” or “when”',
    ],
  ]);
});
