import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  compile,
  partsNamedBy,
  type CriterionPlan,
  type Diagnostic,
  type Plan,
  type SourceFiles,
} from '../../../contracts/language/index.ts';
import { contractFile, contractText, diagnose, sources } from './sources.ts';

const when = 'when: [ { api.request: { as: reader, method: POST, path: "/{{title}}" } } ]';
const then = 'then: [ { db.delta: { notes: { inserted: 1 } } } ]';
const vocabularyFile = 'contracts/steps.yaml';
const heldOutFile = 'contracts/favorites.heldout.yaml';
const vocabulary = `vocabulary: What all need
steps:
  the reader writes: [ { api.request: { as: reader, method: POST, path: /notes, save: { id: /id } } } ]
  nobody needs it: [ { browser.reload: { as: reader } } ]
`;
const heldOut = `heldOut: favorites
examples:
  AC-1: [ { title: Unseen } ]
criteria:
  - id: AC-9
    title: Nobody saw this one
    claim: persisted
    when: [ { api.request: { as: reader, method: POST, path: /hidden } } ]
    ${then}
`;

function withFiles(contract: string, files: { vocabulary?: string; heldOut?: string }): SourceFiles {
  return {
    ...sources(contract),
    vocabularies: files.vocabulary === undefined ? [] : [{ file: vocabularyFile, text: files.vocabulary }],
    heldOut: files.heldOut === undefined ? [] : [{ file: heldOutFile, text: files.heldOut }],
  };
}

function planOf(files: SourceFiles): Plan {
  const compiled = compile(files);
  assert.ok(compiled.ok, compiled.ok ? '' : JSON.stringify(compiled.diagnostics, undefined, 1));
  return compiled.plan;
}

const criteriaOf = (files: SourceFiles): readonly CriterionPlan[] => planOf(files).contracts[0]?.criteria ?? [];
const codes = (found: readonly Diagnostic[]): unknown[] =>
  found.map(({ code, at, related = [] }) => [code, at.file, at.line, ...related.map((one) => one.at.file)]);

describe('Files that a contract names', () => {
  const sharing = contractText(`claim: persisted\nwhen: [ the reader writes ]\n${then}`, 'vocabulary: steps.yaml\n');

  it('are told without compiling it', () => {
    const text = contractText(`heldOut: favorites.heldout.yaml\n${then}`, 'vocabulary: [ steps.yaml, ../a/b.yaml ]\n');
    assert.deepEqual(partsNamedBy({ file: contractFile, text }), {
      vocabularies: [vocabularyFile, 'a/b.yaml'],
      heldOut: [heldOutFile],
    });
    assert.deepEqual(partsNamedBy({ file: contractFile, text: 'vocabulary: [' }), { vocabularies: [], heldOut: [] });
  });

  it('give it their steps, which need not all be used', () => {
    const files = withFiles(sharing, { vocabulary });
    const [criterion] = criteriaOf(files);
    assert.deepEqual(criterion?.when[0]?.origin, {
      written: { file: vocabularyFile, line: 3, column: 26 },
      via: [{ name: 'the reader writes', at: { file: contractFile, line: 8, column: 13 } }],
    });
    assert.deepEqual(planOf(files).contracts[0]?.parts, [
      { file: vocabularyFile, digest: createHash('sha256').update(vocabulary).digest('hex') },
    ]);
    assert.deepEqual(diagnose(files), []);
  });

  it('are missed at the place that names them', () => {
    assert.deepEqual(codes(diagnose(withFiles(sharing, {}))), [
      ['missing-file', contractFile, 3],
      ['unknown-step', contractFile, 8],
    ]);
    const outside = sharing.replace('steps.yaml', '../../steps.yaml');
    assert.deepEqual(codes(diagnose(withFiles(outside, { vocabulary })))[0], ['outside-repository', contractFile, 3]);
  });

  it('have no steps that the contract has, too', () => {
    const both = sharing.replace(
      'criteria:',
      'steps: { nobody needs it: [ { browser.reload: { as: reader } } ] }\ncriteria:',
    );
    assert.deepEqual(codes(diagnose(withFiles(both, { vocabulary }))), [
      ['duplicate-step', contractFile, 4, vocabularyFile],
    ]);
  });

  it('are checked themselves, too', () => {
    const damaged = vocabulary.replace('vocabulary:', 'vocabularies:');
    assert.deepEqual(codes(diagnose(withFiles(sharing, { vocabulary: damaged }))), [
      ['unknown-key', vocabularyFile, 1],
    ]);
  });
});

describe('Examples', () => {
  const rows = contractText(
    `claim: persisted\nlet: { title: { fake: lorem.sentence } }\nexamples: [ { title: Plain }, { title: { pattern: "[a-z]{4}" } } ]\n${when}\n${then}`,
  ).replace('A favourite is there', 'A favourite is there ({{title}})');

  it('are criteria of their own, whose rows win over let', () => {
    const criteria = criteriaOf(sources(rows));
    assert.deepEqual(
      criteria.map(({ id, example, heldOut: hidden, values }) => [id, example, hidden, values]),
      [
        [
          'AC-1.1',
          { of: 'AC-1', row: 1 },
          false,
          [{ name: 'title', from: { kind: 'expression', expression: { kind: 'literal', value: 'Plain' } } }],
        ],
        ['AC-1.2', { of: 'AC-1', row: 2 }, false, [{ name: 'title', from: { kind: 'pattern', pattern: '[a-z]{4}' } }]],
      ],
    );
  });

  it('come before the values of the contract that refer to theirs', () => {
    const text = contractText(
      `claim: persisted\nexamples: [ { title: Plain } ]\n${when.replace('{{title}}', '{{path}}')}\n${then}`,
      'let: { title: Other, path: "p-{{title}}" }\n',
    );
    assert.deepEqual(
      criteriaOf(sources(text))[0]?.values.map(({ name }) => name),
      ['title', 'path'],
    );
  });

  it('have the same names in all rows', () => {
    const uneven = rows
      .replace('    let: { title: { fake: lorem.sentence } }\n', '')
      .replace('{ title: { pattern: "[a-z]{4}" } }', '{ other: 1 }');
    // Once for each name; that the criterion has no such value is no news.
    assert.deepEqual(
      diagnose(sources(uneven)).map(({ code, message }) => [code, message]),
      [
        ['uneven-rows', 'this row has no “title”, which the first row has'],
        ['uneven-rows', 'the first row has no “other”'],
      ],
    );
  });

  it('go on in held-out files', () => {
    const named = rows.replace('claim: persisted', 'heldOut: favorites.heldout.yaml\n    claim: persisted');
    const criteria = criteriaOf(withFiles(named, { heldOut }));
    assert.deepEqual(
      criteria.map(({ id, heldOut: hidden, position }) => [id, hidden, position.file]),
      [
        ['AC-1.1', false, contractFile],
        ['AC-1.2', false, contractFile],
        ['AC-1.3', true, heldOutFile],
        ['AC-9', true, heldOutFile],
      ],
    );
  });

  it('leave a criterion as it is that has rows in held-out files only', () => {
    const plain = rows
      .replace(/ *examples: .*\n/u, '')
      .replace('criteria:', 'heldOut: favorites.heldout.yaml\ncriteria:');
    assert.deepEqual(
      criteriaOf(withFiles(plain, { heldOut })).map(({ id }) => id),
      ['AC-1', 'AC-1.1', 'AC-9'],
    );
  });

  it('of held-out files belong to a criterion of the contract that names them', () => {
    const named = rows.replace('claim: persisted', 'heldOut: favorites.heldout.yaml\n    claim: persisted');
    const other = heldOut
      .replace('heldOut: favorites', 'heldOut: others')
      .replace('AC-1:', 'AC-2:')
      .replace('AC-9', 'AC-1');
    assert.deepEqual(codes(diagnose(withFiles(named, { heldOut: other }))), [
      ['no-rows', contractFile, 6],
      ['other-contract', heldOutFile, 1],
      ['unknown-criterion', heldOutFile, 3],
      ['duplicate-id', heldOutFile, 5, contractFile],
    ]);
  });
});

describe('A criterion', () => {
  const having = (keys: string, head = ''): string =>
    contractText(`claim: persisted\n${keys}\n${when}\n${then}`, `let: { title: { fake: lorem.sentence } }\n${head}`);

  it('may come after another, be repeated, and demand what holds always', () => {
    const text =
      `${having('repeat: 5', 'always: [ no server errors ]\n')}  - { id: AC-2, title: Next, after: AC-1, claim: persisted, ${when.replace('when', '"when"')}, ${then.replace('then', '"then"')} }\n`.replace(
        '"/{{title}}" } } ], "then"',
        '"/{{title}}/2" } } ], "then"',
      );
    const [first, second] = criteriaOf(sources(text));
    assert.equal(first?.repeat, 5);
    assert.equal(second?.after, 'AC-1');
    assert.equal(second.repeat, 1);
    assert.deepEqual(
      second.always.map(({ id, section, probe, words, origin }) => [
        id,
        section,
        probe.verb,
        words,
        origin.written.line,
      ]),
      [['always.1', 'always', 'always.noServerErrors', 'no server errors', 4]],
    );
  });

  it('does not come after itself', () => {
    assert.deepEqual(codes(diagnose(sources(having('after: AC-1')))), [['circular-after', contractFile, 8]]);
    assert.deepEqual(codes(diagnose(sources(having('after: AC-2')))), [['unknown-criterion', contractFile, 8]]);
  });

  it('has a contrast by somebody else, with other values, in another scene', () => {
    const contrast =
      'contrast: { as: { reader: author }, let: { title: Other }, given: [ { api.request: { as: guest, method: GET, path: / } } ] }';
    const [criterion] = criteriaOf(sources(having(contrast)));
    const { words, actors, values, given, when: action } = criterion?.contrast ?? assert.fail();
    assert.equal(words, 'the same by author instead of reader, with another title, in another scene');
    assert.deepEqual(actors, ['author']);
    assert.deepEqual(values, [
      { name: 'title', from: { kind: 'expression', expression: { kind: 'literal', value: 'Other' } } },
    ]);
    assert.deepEqual(
      given.map((step) => step.words),
      ['guest sends GET /'],
    );
    assert.deepEqual(
      action.map(({ probe, words: said }) => ['actor' in probe && probe.actor, said]),
      [['author', 'author sends POST /{{title}}']],
    );
    assert.deepEqual(criterion?.actors, ['reader']);
  });

  it('has no contrast that changes nothing, or what is not there', () => {
    assert.deepEqual(codes(diagnose(sources(having('contrast: {}')))), [['empty-contrast', contractFile, 8]]);
    assert.deepEqual(codes(diagnose(sources(having('contrast: { as: { author: reader } }')))), [
      ['unknown-actor', contractFile, 8],
    ]);
    assert.deepEqual(codes(diagnose(sources(having('contrast: { as: { reader: nobody } }')))), [
      ['unknown-actor', contractFile, 8],
    ]);
    assert.deepEqual(
      codes(diagnose(sources(having('contrast: { let: { titel: X } }')))),
      [
        ['unknown-reference', contractFile, 8],
        ['unused-name', contractFile, 8],
      ].slice(0, 1),
    );
  });

  it('gets secrets by name, each listed once with its first place', () => {
    const text = having('let: { key: { secret: API_KEY } }').replace('/{{title}}', '/{{title}}/{{key}}');
    const plan = planOf(sources(text));
    assert.deepEqual(plan.secrets, [{ name: 'API_KEY', at: { file: contractFile, line: 8, column: 27 } }]);
    assert.deepEqual(plan.contracts[0]?.criteria[0]?.values.find(({ name }) => name === 'key')?.from, {
      kind: 'secret',
      secret: 'API_KEY',
    });
  });
});
