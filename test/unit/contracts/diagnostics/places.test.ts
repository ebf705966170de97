import assert from 'node:assert/strict';
import { contractText, diagnose, marked, sources, systemText } from '../sources.ts';
import { anyThen, fine, when } from './cases.ts';

describe('Diagnostics of a contract', () => {
  it('name several documents at the second one', () => {
    const { text, line, column } = marked(`${contractText(fine)}⟦---⟧\na: 1\n`);
    const [found, ...more] = diagnose(sources(text));
    assert.deepEqual(more, []);
    assert.deepEqual([found?.code, found?.at.line, found?.at.column], ['yaml-multiple-docs', line, column]);
  });

  it('name the first of two equal keys', () => {
    const [found] = diagnose(sources(contractText(`${fine}\nclaim: shown`)));
    assert.deepEqual(found?.related, [
      { message: 'first written here', at: { file: 'contracts/favorites.contract.yaml', line: 6, column: 5 } },
    ]);
  });

  it('name where a step is written and each use that led there', () => {
    const head =
      'steps:\n  inner: [ { api.request: { as: reader, method: POST, path: "/{{n}}" } } ]\n  outer: [ inner ]\n';
    const [found] = diagnose(sources(contractText(when('outer'), head)));
    assert.equal(found?.at.line, 4);
    assert.deepEqual(
      found.related?.map(({ message, at }) => [message, at.line, at.column]),
      [
        ['used here by “outer”', 11, 9],
        ['used here by “inner”', 5, 12],
      ],
    );
  });

  it('name the anchor and the alias when an error is inside an anchor', () => {
    const text = contractText(
      `claim: persisted\nwhen: &acts [ { api.request: { as: reader, method: POTS, path: / } } ]\ngiven: *acts\n${anyThen}`,
    );
    const [found, ...more] = diagnose(sources(text));
    assert.deepEqual(more, []);
    assert.equal(found?.at.line, 7);
    assert.deepEqual(found.related, [
      { message: 'used here as *acts', at: { file: 'contracts/favorites.contract.yaml', line: 8, column: 12 } },
    ]);
  });

  it('come all at once, of all files, by file and line', () => {
    const contract = contractText(
      `claim: ever\nwhen: [ { browser.klick: {} }, nothing ]\nthen: [ { db.query: { sql: 1 } } ]`,
    );
    const found = diagnose(sources(contract, systemText('keepApps: true\n')));
    assert.deepEqual(
      found.map(({ code, at }) => `${at.file.split('/')[1] ?? ''} ${String(at.line)} ${code}`),
      [
        'favorites.contract.yaml 6 wrong-value',
        'favorites.contract.yaml 7 unknown-verb',
        'favorites.contract.yaml 7 unknown-step',
        'favorites.contract.yaml 8 wrong-type',
        'system.yaml 16 unknown-key',
      ],
    );
  });

  it('do not follow from a system file that can not be read', () => {
    const contract = contractText(
      `claim: persisted\nwhen: [ { api.request: { as: anybody, method: POST, path: "/{{somebody.name}}" } } ]\nthen: [ { db.delta: { notes: { inserted: 1 } } }, { system.restart: any } ]`,
    );
    assert.deepEqual(
      diagnose(sources(contract, 'system: [')).map(({ at, code }) => [at.file, code.startsWith('yaml-')]),
      [['contracts/system.yaml', true]],
    );
  });

  it('refuse aliases that multiply a file', () => {
    const lines = Array.from(
      { length: 12 },
      (_, index) =>
        `  a${String(index + 1)}: &a${String(index + 1)} [ ${Array.from({ length: 9 }, () => `*a${String(index)}`).join(', ')} ]`,
    );
    const contract = contractText(fine, `let:\n  a0: &a0 x\n${lines.join('\n')}\n`);
    assert.ok(diagnose(sources(contract)).some(({ code }) => code === 'too-many-aliases'));
  });

  it('refuse steps that multiply', () => {
    const lines = Array.from(
      { length: 12 },
      (_, index) => `  s${String(index + 1)}: [ ${Array.from({ length: 9 }, () => `s${String(index)}`).join(', ')} ]`,
    );
    const contract = contractText(
      when('s12'),
      `steps:\n  s0: [ { browser.reload: { as: reader } } ]\n${lines.join('\n')}\n`,
    );
    assert.ok(diagnose(sources(contract)).some(({ code }) => code === 'too-many-steps'));
  });
});
