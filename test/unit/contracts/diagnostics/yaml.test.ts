import { fine, when, itPlaces } from './cases.ts';

describe('Diagnostics of YAML', () => {
  itPlaces([
    {
      title: 'a key that is there twice',
      criterion: `${fine}\n⟦claim⟧: shown`,
      code: 'duplicate-key',
      message: 'the key “claim” is there twice',
    },
    {
      title: 'a tab',
      contract: 'contract: a\ntitle: b\ncriteria:\n⟦\t⟧- id: AC-1\n',
      code: 'yaml-tab-as-indent',
      message: 'a tab is used for indentation',
      hint: 'indent with spaces',
    },
    {
      title: 'a text without its closing quote',
      contract: 'contract: ⟦"⟧a',
      code: 'yaml-missing-char',
      message: 'the closing " is missing',
    },
    {
      title: 'a bracket before a list in lines',
      contract: 'contract: a\ncriteria: ⟦[⟧\n  - id: AC-1\n    title: b\n    claim: shown\n',
      code: 'yaml-block-as-implicit-key',
      message: 'this [ is not closed: ] is missing',
      hint: 'close it, or leave it out: what follows is in lines of its own',
    },
    {
      title: 'a brace before a mapping in lines',
      contract: 'contract: a\nsteps: ⟦{⟧\n  a: b\n  c: d\ncriteria: []\n',
      code: 'yaml-multiline-implicit-key',
      message: 'this { is not closed: } is missing',
      hint: 'close it, or leave it out: what follows is in lines of its own',
    },
    {
      title: 'an escape that is none',
      contract: 'contract: a\ntitle: "a ⟦\\⟧{{ b"\ncriteria: {}\n',
      code: 'yaml-bad-dq-escape',
      message: 'a \\ in double quotes begins an escape, and this is none',
      hint: 'write \\\\ for the sign itself, or put the text into single quotes',
    },
    { title: 'an empty file', contract: '⟦⟧', code: 'empty-file', message: 'the file is empty' },
    { title: 'a file of comments', contract: '⟦⟧# nothing yet\n', code: 'empty-file', message: 'the file is empty' },
    {
      title: 'a file that is a list',
      contract: '⟦⟧- a\n- b\n',
      code: 'no-mapping',
      message: 'the file must be a mapping of keys to values',
    },
    {
      title: 'a number that JSON does not have',
      criterion: when('api.request: { as: reader, method: POST, path: /, json: { a: ⟦.inf⟧ } }'),
      code: 'no-json-value',
      message: '.inf is no value of JSON',
      hint: 'put it into quotes if it is text',
    },
    {
      title: 'a tag',
      criterion: when('api.request: { as: reader, method: POST, path: /, json: { a: ⟦!date⟧ x } }'),
      code: 'yaml-tag-resolve-failed',
      message: 'there is no tag !date here',
      hint: 'tags such as !name are not used',
    },
    {
      title: 'an alias inside its anchor',
      criterion: when('api.request: { as: reader, method: POST, path: /, json: &a { b: ⟦*a⟧ } }'),
      code: 'bad-alias',
      message: 'an alias stands inside its own anchor: *a',
    },
    {
      title: 'a merge key',
      criterion: when('api.request: { ⟦<<⟧: { as: reader }, as: reader, method: POST, path: / }'),
      code: 'unknown-key',
      message: 'unknown key “<<” in api.request',
      hint: 'merge keys are not part of YAML 1.2; an alias can stand for a whole value',
    },
  ]);
});
