import type { RunEvent, RunPhase } from '../../schema/events.ts';
import { makeOneLine } from '../text/printable.ts';
import { whyText } from '../text/why-text.ts';
import { checkOutcome, durationText, tookText } from '../text/words.ts';
import { createView, fitLine, markOf } from './view.ts';
import type { ConsoleOptions, View } from './view.ts';

/** What a phase is called while it goes on. */
export function phaseText(phase: RunPhase): string {
  const texts: Readonly<Record<RunPhase, string>> = {
    subject: 'checking out the commit',
    services: 'starting services',
    layers: 'build and checks',
    criteria: 'criteria',
    report: 'writing the report',
  };
  return texts[phase];
}

type Finished<K extends RunEvent['kind']> = Extract<RunEvent, { readonly kind: K }>;

function finishedPhase(view: View, event: Finished<'phase-finished'>): string {
  const detail = event.detail === undefined ? '' : `: ${event.detail}`;
  const text = `${phaseText(event.phase)} (${durationText(event.durationMs)})${detail}`;
  return `${markOf(view, event.ok ? 'satisfied' : 'violated')} ${fitLine(view, 2, text)}`;
}

function finishedCheck(view: View, { check }: Finished<'check-finished'>): string {
  const took = tookText(check);
  const outcome = checkOutcome(check);
  const text = `${check.name}${took === '' ? '' : ` (${took})`}${outcome === '' ? '' : `: ${outcome}`}`;
  return `${markOf(view, check.judgement.kind)} ${fitLine(view, 2, text)}`;
}

function finishedCriterion(view: View, event: Finished<'criterion-finished'>): string {
  const { criterion, judgement } = event;
  const took = durationText(event.durationMs);
  const text = fitLine(view, 5 + took.length, `${criterion.contract} ${criterion.id} ${criterion.title}`);
  const line = `${markOf(view, judgement)} ${text} ${view.paint.dim(`(${took})`)}`;
  if (judgement === 'satisfied') return line;
  const why = makeOneLine(whyText({ steps: [], values: {}, ...event.told, ...event }, { short: !view.whole }));
  return why === '' ? line : `${line}\n    ${fitLine(view, 4, why)}`;
}

/**
 * An event as the line (or two) that stays on the screen or goes into a pipe, without a line feed at the end;
 * undefined for events that only a live block shows.
 */
export function renderProgressLine(event: RunEvent, options: ConsoleOptions): string | undefined {
  const view = createView(options);
  switch (event.kind) {
    case 'phase-finished':
      return finishedPhase(view, event);
    case 'check-finished':
      return finishedCheck(view, event);
    case 'criterion-finished':
      return finishedCriterion(view, event);
    case 'note':
      return `${view.paint.dim('·')} ${fitLine(view, 2, event.message)}`;
    case 'phase-started':
    case 'check-started':
    case 'criteria-planned':
    case 'criterion-started':
      return undefined;
  }
}
