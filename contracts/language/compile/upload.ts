import { posix } from 'node:path';
import type { Expression } from '../expression.ts';
import type { UploadFile } from '../probe.ts';
import { listWords, quote } from '../wording.ts';
import { entriesOf, entry, field, itemsOf, textOf, type Entry, type Node } from '../yaml/node.ts';
import type { VerbCompiler } from './built.ts';
import { act, targetOf } from './browser-target.ts';
import type { StepContext, WrittenStep } from './context.ts';
import { compileExpression } from './expression.ts';
import { refuseReferences } from './plain.ts';
import { repositoryPath } from './repository-path.ts';
import { locatorWords, plainWords } from './words.ts';

/** Hands one file or several to a file field. */
export const upload: VerbCompiler = (step, context) => {
  const target = targetOf(step, context);
  const written = filesOf(step, context);
  const files = written?.flatMap((node) => compileFile(node, context) ?? []);
  if (target === undefined || written === undefined || files?.length !== written.length) return undefined;
  const names = files.map(({ name }) => quote(plainWords(name)));
  return act(
    { verb: 'browser.upload', ...target, files },
    `uploads ${listWords(names, 'and')} into ${locatorWords(target.locator)}`,
  );
};

function filesOf(step: WrittenStep, context: StepContext): readonly Node[] | undefined {
  const file = entry(step.parameters, 'file');
  const files = entry(step.parameters, 'files');
  if ((file === undefined) !== (files === undefined)) return file === undefined ? itemsOf(files?.value) : [file.value];
  context.problems.error({
    code: file === undefined ? 'missing-key' : 'two-files',
    message: file === undefined ? 'which file? “file” is missing' : 'an upload has either “file” or “files”',
    span: files?.keySpan ?? step.verbSpan,
    hint: file === undefined ? 'say file: { name: a.txt, text: … }, or files: [ … ]' : undefined,
  });
  return undefined;
}

const sources: readonly string[] = ['text', 'base64', 'from'];

function compileFile(node: Node, context: StepContext): UploadFile<Expression> | undefined {
  const source = sourceOf(node, context);
  const content = source === undefined ? undefined : contentOf(source, context);
  if (content === undefined) return undefined;
  const nameNode = field(node, 'name');
  const standardName = content.kind === 'file' ? posix.basename(content.file) : undefined;
  const name = nameNode === undefined ? literalText(standardName) : compileExpression(nameNode, context);
  if (name === undefined) {
    context.problems.error({
      code: 'missing-key',
      message: 'the file needs a “name”',
      span: { at: node.span.at, aliases: node.span.aliases },
      hint: 'say name: a.txt',
    });
    return undefined;
  }
  const type = textOf(field(node, 'type'));
  return { name, ...(type === undefined ? {} : { type }), content };
}

function literalText(text: string | undefined): Expression | undefined {
  return text === undefined ? undefined : { kind: 'literal', value: text };
}

function sourceOf(node: Node, context: StepContext): Entry | undefined {
  const [only, second] = entriesOf(node).filter(({ key }) => sources.includes(key));
  if (only !== undefined && second === undefined) return only;
  context.problems.error({
    code: only === undefined ? 'missing-key' : 'two-contents',
    message:
      second === undefined || only === undefined
        ? 'what is in the file? one of “text”, “base64” or “from” is missing'
        : `a file has either ${quote(only.key)} or ${quote(second.key)}`,
    span: second?.keySpan ?? { at: node.span.at, aliases: node.span.aliases },
  });
  return undefined;
}

function contentOf({ key, value }: Entry, context: StepContext): UploadFile<Expression>['content'] | undefined {
  if (key === 'text') return { kind: 'text', text: compileExpression(value, context) };
  if (key === 'base64') return { kind: 'base64', base64: (textOf(value) ?? '').replace(/\s/gu, '') };
  if (!refuseReferences('from', value, context)) return undefined;
  // Relative to where it is written, which may be a vocabulary's file.
  const file = repositoryPath(value, posix.dirname(value.span.at.file), context.problems);
  return file === undefined ? undefined : { kind: 'file', file };
}
