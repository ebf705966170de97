import type { CommandPlan } from '../plan.ts';
import { quote } from '../wording.ts';
import { field, textOf, textsOf, type Node } from '../yaml/node.ts';
import type { Problems } from '../yaml/problems.ts';
import { durationMs } from './duration.ts';

/** A command line as words, or what in it only a shell would understand. */
export type CommandWords =
  | { readonly ok: true; readonly words: readonly string[] }
  | { readonly ok: false; readonly offset: number; readonly why: string };

interface Reading {
  readonly words: string[];
  word: string | undefined;
  quoted: '"' | "'" | undefined;
}

/** Splits a command line into words as a POSIX shell does: blanks, quotes and backslashes. What a shell would expand or join is refused. */
export function splitCommand(text: string): CommandWords {
  const reading: Reading = { words: [], word: undefined, quoted: undefined };
  for (let offset = 0; offset < text.length; offset += 1) {
    const character = text[offset] ?? '';
    if (character === '\\' && reading.quoted !== "'") {
      offset += 1;
      append(reading, escaped(text[offset], reading.quoted));
      continue;
    }
    const why = readCharacter(character, reading, text.slice(offset));
    if (why !== undefined) return { ok: false, offset, why };
  }
  if (reading.quoted !== undefined)
    return { ok: false, offset: text.lastIndexOf(reading.quoted), why: `the quote ${reading.quoted} is not closed` };
  if (reading.word !== undefined) reading.words.push(reading.word);
  return { ok: true, words: reading.words };
}

function append(reading: Reading, text: string): void {
  reading.word = (reading.word ?? '') + text;
}

// Inside double quotes a backslash counts only before what is special there.
function escaped(character: string | undefined, quoted: Reading['quoted']): string {
  if (character === undefined) return '\\';
  return quoted === '"' && !'"\\$`'.includes(character) ? `\\${character}` : character;
}

function readCharacter(character: string, reading: Reading, rest: string): string | undefined {
  if (reading.quoted !== undefined) {
    if (character === reading.quoted) {
      append(reading, '');
      reading.quoted = undefined;
      return undefined;
    }
    if (reading.quoted === '"' && isExpansion(character, rest)) return `${expansion(rest)} is not expanded`;
    append(reading, character);
    return undefined;
  }
  if (character === '"' || character === "'") {
    append(reading, '');
    reading.quoted = character;
    return undefined;
  }
  if (/\s/u.test(character)) {
    if (reading.word !== undefined) reading.words.push(reading.word);
    reading.word = undefined;
    return undefined;
  }
  const why = shellSyntax(character, rest, reading.word === undefined);
  if (why === undefined) append(reading, character);
  return why;
}

function isExpansion(character: string, rest: string): boolean {
  return character === '`' || /^\$[\w{(]/u.test(rest);
}

function expansion(rest: string): string {
  return quote(/^(\$\w+|\$\{[^}]*\}?|\$\([^)]*\)?|`[^`]*`?)/u.exec(rest)?.[0] ?? rest.slice(0, 1));
}

function shellSyntax(character: string, rest: string, startsWord: boolean): string | undefined {
  if (isExpansion(character, rest)) return `${expansion(rest)} is not expanded`;
  if ('|&;<>()'.includes(character)) {
    return `${quote(/^(&&|\|\||>>|<<|[|&;<>()])/u.exec(rest)?.[0] ?? character)} is not understood`;
  }
  if ('*?['.includes(character)) return `${quote(character)} is not expanded to file names`;
  return startsWord ? shellWordStart(character, rest) : undefined;
}

function shellWordStart(character: string, rest: string): string | undefined {
  if (character === '~') return '“~” is not expanded';
  if (character === '#') return 'a comment is not understood';
  const assignment = /^[A-Za-z_]\w*=/u.exec(rest)?.[0];
  return assignment === undefined ? undefined : `${quote(assignment)} does not set a variable; use env`;
}

/** What a command takes from its place. */
export interface CommandContext {
  readonly problems: Problems;
  readonly databases: readonly string[];
}

/** Compiles a command: a text, or a mapping with `run` and `within` and `needs`. */
export function compileCommand(
  node: Node | undefined,
  standardWithinMs: number,
  context: CommandContext,
): CommandPlan | undefined {
  const runNode = node?.kind === 'map' ? field(node, 'run') : node;
  const text = textOf(runNode);
  if (runNode === undefined || text === undefined) return undefined;
  const split = splitCommand(text);
  if (!split.ok || split.words.length === 0) {
    context.problems.error({
      code: 'shell-syntax',
      message: split.ok ? 'the command is empty' : `no shell is used: ${split.why}`,
      span: runNode.span,
      hint: split.ok ? undefined : 'put it into quotes if it is meant as it stands, or into a script',
    });
    return undefined;
  }
  return {
    run: split.words,
    text,
    withinMs: durationMs(textOf(field(node, 'within'))) ?? standardWithinMs,
    needs: compileNeeds(field(node, 'needs'), context),
    at: runNode.span.at,
  };
}

function compileNeeds(node: Node | undefined, { databases, problems }: CommandContext): string[] {
  const needs = textsOf(node);
  for (const item of node?.kind === 'list' ? node.items : []) {
    const name = textOf(item);
    if (name === undefined || databases.includes(name)) continue;
    problems.error({
      code: 'unknown-service',
      message: `there is no database ${quote(name)}`,
      span: item.span,
      hint: databases.length === 0 ? undefined : `known here: ${databases.join(', ')}`,
    });
  }
  return needs;
}
