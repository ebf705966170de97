import type { Random } from './random.ts';

/** What YAML, references and matchers take for signs of their own, and values at the edges. */
const pieces: readonly string[] = [
  ...[
    '{{',
    '}}',
    '{{slug}}',
    '{{reader.email}}',
    '{{a.b.c}}',
    '\\{{',
    '- ',
    ': ',
    '[',
    ']',
    '{',
    '}',
    '&a ',
    '*a',
    '"',
    "'",
  ],
  ...[
    '|\n',
    '>-\n',
    '\t',
    '\n',
    '\r\n',
    '\r',
    'null',
    '~',
    '!!str ',
    '!x ',
    '<<: ',
    '---\n',
    '...\n',
    '# ',
    '%',
    '@',
    '? ',
  ],
  ...[
    '0',
    '-1',
    '1e999',
    '.inf',
    '.nan',
    '0x1F',
    '99999999999999999999',
    '1.10',
    '\uFEFF',
    'é',
    '\u0000',
    '\uD800',
    '😀',
  ],
  ...[
    '__proto__: ',
    'constructor: ',
    'toString',
    '$not: ',
    '$exactly: ',
    '$matches: "("',
    '$contains: ',
    '$schema: ',
    '$length: ',
  ],
  ...[
    'as: reader',
    'as: guest',
    'repeat: 5',
    'claim: durable',
    'together: ',
    'contrast: ',
    'examples: ',
    'heldOut: x.yaml',
  ],
];

/** Damages a text in one place. `words` are tokens of other texts. */
export function mutateText(text: string, words: readonly string[], random: Random): string {
  return random.chance(50) ? mutateCharacters(text, random) : mutateTokens(text, words, random);
}

function mutateCharacters(text: string, random: Random): string {
  const start = random.below(text.length + 1);
  const length = random.below(random.chance(80) ? 8 : 200);
  const taken = text.slice(start, start + length);
  const without = text.slice(0, start) + text.slice(start + length);
  switch (random.below(6)) {
    case 0:
      return without;
    case 1:
      return text.slice(0, start) + random.pick(pieces) + text.slice(start);
    case 2:
      return text.slice(0, start) + random.pick(pieces) + text.slice(start + length);
    case 3:
      return text.slice(0, start) + taken.repeat(1 + random.below(5)) + text.slice(start);
    case 4: {
      const other = random.below(without.length + 1);
      return without.slice(0, other) + taken + without.slice(other);
    }
    default:
      return text.slice(0, start);
  }
}

/** A text's words, signs and blanks. */
export function tokensOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_.$-]+|\s+|./gu) ?? [];
}

function mutateTokens(text: string, words: readonly string[], random: Random): string {
  const tokens = tokensOf(text);
  const at = random.below(tokens.length);
  switch (random.below(4)) {
    case 0:
      tokens.splice(at, 1 + random.below(4));
      break;
    case 1:
      tokens.splice(at, 1, random.pick(words));
      break;
    case 2:
      tokens.splice(at, 0, random.pick(words));
      break;
    default: {
      const other = random.below(tokens.length);
      [tokens[at], tokens[other]] = [tokens[other] ?? '', tokens[at] ?? ''];
    }
  }
  return tokens.join('');
}
