import { booleanOf, entry, textOf } from '../yaml/node.ts';
import { parameter, type VerbCompiler } from './built.ts';
import { act, targetOf } from './browser-target.ts';
import type { StepContext, WrittenStep } from './context.ts';
import { durationMs } from './duration.ts';
import { locatorWords } from './words.ts';

/** Clicks an element: once, or several times at the place where it is found. */
export const click: VerbCompiler = (step, context) => {
  const target = targetOf(step, context);
  const look = booleanOf(parameter(step, 'look')) === true;
  const times = timesOf(step);
  const every = textOf(parameter(step, 'every'));
  const everyMs = durationMs(every);
  const byKeyboard = textOf(parameter(step, 'by')) === 'keyboard';
  refuseEveryAlone(step, context);
  if (target === undefined) return undefined;
  const words = [
    `clicks ${locatorWords(target.locator)}`,
    byKeyboard ? ' by keyboard' : '',
    times === undefined ? '' : ` ${String(times)} times`,
    every === undefined ? '' : ` every ${every}`,
    look ? ' to look' : '',
  ];
  return act(
    {
      verb: 'browser.click',
      ...target,
      look,
      ...(times === undefined ? {} : { times }),
      ...(everyMs === undefined ? {} : { everyMs }),
      ...(byKeyboard ? { by: 'keyboard' } : {}),
    },
    words.join(''),
  );
};

function timesOf(step: WrittenStep): number | undefined {
  const node = parameter(step, 'times');
  return node?.kind === 'scalar' && typeof node.value === 'number' ? node.value : undefined;
}

function refuseEveryAlone(step: WrittenStep, context: StepContext): void {
  const every = entry(step.parameters, 'every');
  if (every === undefined || parameter(step, 'times') !== undefined) return;
  context.problems.error({
    code: 'every-alone',
    message: '“every” goes with “times” only',
    span: every.keySpan,
    hint: 'say times: 2, or how often',
  });
}
