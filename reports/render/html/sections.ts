import type { StepReport } from '../../schema/verification.ts';
import { countOf } from '../text/words.ts';
import type { Context } from './context.ts';
import { html } from './markup.ts';
import type { Markup } from './markup.ts';
import { stepItem } from './step.ts';

/** Steps that come from the same use of a named step. */
interface Group {
  readonly name: string | undefined;
  readonly key: string;
  readonly steps: StepReport[];
}

/** The outermost name is the one that the criterion's author wrote. */
function groupSteps(steps: readonly StepReport[]): Group[] {
  const groups: Group[] = [];
  for (const step of steps) {
    const [use] = step.origin.via;
    const key = use === undefined ? '' : `${use.name} ${use.at.file}:${String(use.at.line)}:${String(use.at.column)}`;
    const last = groups.at(-1);
    if (last?.key === key) last.steps.push(step);
    else groups.push({ name: use?.name, key, steps: [step] });
  }
  return groups;
}

function group(context: Context, { name, steps }: Group): Markup {
  const items = html`<ol class="steps">
    ${steps.map((step) => stepItem(context, step))}
  </ol>`;
  return name === undefined
    ? items
    : html`<p class="named" dir="auto">${name}</p>
        ${items}`;
}

function section(context: Context, title: string, steps: readonly StepReport[]): Markup | undefined {
  if (steps.length === 0) return undefined;
  return html`<section class="part">
    <h5>${title}</h5>
    <div>${groupSteps(steps).map((one) => group(context, one))}</div>
  </section>`;
}

/** Who takes part is made and signed in first; that is only of interest when it fails. */
function preparation(context: Context, steps: readonly StepReport[]): Markup | undefined {
  if (steps.length === 0) return undefined;
  if (steps.some(({ judgement }) => judgement.kind !== 'satisfied')) return section(context, 'Before', steps);
  return html`<section class="part">
    <h5>Before</h5>
    <details class="minor">
      <summary>Those who take part sign up and in (${countOf(steps.length, 'step', 'steps')})</summary>
      <ol class="steps">
        ${steps.map((step) => stepItem(context, step))}
      </ol>
    </details>
  </section>`;
}

/** The steps of a criterion as Before, Given, When, Then, and what holds in every criterion. */
export function stepSections(context: Context, steps: readonly StepReport[]): Markup {
  const of = (...names: StepReport['section'][]) => steps.filter(({ section: name }) => names.includes(name));
  return html`${preparation(context, of('create', 'signIn'))}${section(context, 'Given', of('given'))}${section(
    context,
    'When',
    of('when'),
  )}${section(context, 'Then', of('then'))}${section(context, 'In every criterion', of('always'))}`;
}
