import type { SourceFile, SourceFiles } from '../../contracts/language/index.ts';
import { dataOf, type Corpus } from './corpus.ts';
import { randomFrom, type Random } from './random.ts';
import { mutateText, tokensOf } from './text-mutations.ts';
import { mutateTree, slotsIn, valueAt } from './tree-mutations.ts';

/** Makes inputs: real contracts with damage. The same seed and number give the same input. */
export interface Inputs {
  input(number: number): SourceFiles;
}

export function inputsFrom(corpus: Corpus, seed: number): Inputs {
  const texts = corpus.small.map(({ contracts }) => contracts[0]?.text ?? '');
  const words = [...new Set(texts.flatMap(tokensOf))];
  const parts = texts.flatMap((text) => slotsIn(dataOf(text)).map(valueAt));
  return {
    input: (number) => {
      const random = randomFrom(Math.imul(seed, 0x9e3779b1) ^ number);
      let files = random.pick(random.chance(1) ? corpus.whole : corpus.small);
      // Half of them have one defect: what many break is refused early.
      for (let left = random.chance(50) ? 1 : 1 + random.below(5); left > 0; left -= 1)
        files = damage(files, { words, parts, random });
      return files;
    },
  };
}

interface Damage {
  readonly words: readonly string[];
  readonly parts: readonly unknown[];
  readonly random: Random;
}

function damage(files: SourceFiles, tools: Damage): SourceFiles {
  const { random } = tools;
  const change = (file: SourceFile): SourceFile => ({ ...file, text: damaged(file.text, tools) });
  const one = (list: readonly SourceFile[]): SourceFile[] => {
    const chosen = random.below(list.length);
    return list.map((file, index) => (index === chosen ? change(file) : file));
  };
  const where = random.below(100);
  if (where < 15) return { ...files, system: change(files.system) };
  if (where < 22) return { ...files, vocabularies: one(files.vocabularies) };
  if (where < 29) return { ...files, heldOut: one(files.heldOut) };
  return { ...files, contracts: one(files.contracts) };
}

function damaged(text: string, { words, parts, random }: Damage): string {
  return random.chance(50) ? mutateTree(text, parts, random) : mutateText(text, words, random);
}
