import assert from 'node:assert/strict';
import { readCorpus } from '../../fuzz/corpus.ts';
import { inputsFrom } from '../../fuzz/input.ts';
import { judge } from '../../fuzz/judge.ts';

// The sample that every run of the tests takes; `npm run fuzz -- --inputs 1000000 --seed 1` takes more.
const sample = 150;

describe('Damaged contracts', () => {
  const inputs = inputsFrom(readCorpus(), 1);

  it(`compile, or are refused at a place that is there (${String(sample)} of them)`, () => {
    const outcomes = Array.from({ length: sample }, (_, number) => judge(inputs.input(number)));
    assert.deepEqual(
      outcomes.flatMap(({ defect }, number) => (defect === undefined ? [] : [{ number, defect }])),
      [],
    );
    // Damage that always, or never, does harm would find nothing.
    const compiled = outcomes.filter((outcome) => outcome.compiled).length;
    assert.ok(compiled > sample / 50 && compiled < sample / 2, `${String(compiled)} compile`);
  });

  it('are the same for the same seed and number', () => {
    assert.deepEqual(inputsFrom(readCorpus(), 1).input(7), inputs.input(7));
    assert.notDeepEqual(inputsFrom(readCorpus(), 2).input(7), inputs.input(7));
  });
});
