import type { CommandPlan } from '../../contracts/language/index.ts';
import type { CheckReport, EvidenceRef, Judgement } from '../../reports/index.ts';
import type { EvidenceSink } from '../evidence/sink.ts';
import type { CommandOutcome } from './command-run.ts';
import { judgeOutcome, type OutcomeJudgement } from './judge-outcome.ts';
import { mergeDiagnostics, parseOutput, type Origin, type OutputParser } from './parsers/parse.ts';
import type { TestCounts } from './parsers/parsed.ts';

/** A command that has ended, and what it was for. */
export interface FinishedCommand {
  readonly name: string;
  readonly layer: CheckReport['layer'];
  readonly required: boolean;
  readonly plan: Pick<CommandPlan, 'text'>;
  readonly parser: OutputParser;
  readonly outcome: CommandOutcome;
  /** Taken from an earlier run. */
  readonly cached: boolean;
  readonly origin: Origin;
}

const MOST_DIAGNOSTICS = 200;
const LAST_LINES = 40;

/** Reads, judges and keeps what a command wrote. `revise` may change the judgement, for what only the caller knows. */
export async function reportCommand(
  finished: FinishedCommand,
  sink: EvidenceSink,
  revise: (judgement: OutcomeJudgement) => OutcomeJudgement = (judgement) => judgement,
): Promise<CheckReport> {
  const { name, layer, required, plan, parser, outcome, cached, origin } = finished;
  const parsed = parseOutput(parser, outcome.output.text);
  const diagnostics = mergeDiagnostics(parsed.diagnostics, origin);
  const judgement = revise(judgeOutcome({ outcome, parser, diagnostics, ...testsOf(parsed.tests) }));
  const evidence = await keepOutput(finished, sink);
  return {
    name,
    layer,
    command: plan.text,
    required,
    judgement: withEvidence(judgement, evidence),
    ...(outcome.kind === 'exited' ? { exitCode: outcome.exitCode } : {}),
    durationMs: Math.round(outcome.durationMs),
    cached,
    diagnostics: diagnostics.slice(0, MOST_DIAGNOSTICS),
    ...testsOf(parsed.tests),
    evidence: [evidence],
  };
}

/** The last lines of an output, for messages. */
export function lastLines(outcome: CommandOutcome): string {
  return outcome.output.text.trimEnd().split('\n').slice(-LAST_LINES).join('\n');
}

function testsOf(tests: TestCounts | undefined): { tests?: TestCounts } {
  return tests === undefined ? {} : { tests };
}

function keepOutput({ name, plan, outcome }: FinishedCommand, sink: EvidenceSink): Promise<EvidenceRef> {
  const { text, truncated } = outcome.output;
  return sink.keep({
    kind: 'output',
    title: `output of ${name}`,
    mediaType: 'text/plain',
    // The command and its end frame the output: a compiler that is content writes nothing.
    content: `$ ${plan.text}\n${text}${text === '' || text.endsWith('\n') ? '' : '\n'}[${endOf(outcome)}]\n`,
    ...(truncated === undefined ? {} : { truncated }),
  });
}

function endOf(outcome: CommandOutcome): string {
  switch (outcome.kind) {
    case 'exited':
      return `exit code ${String(outcome.exitCode)}`;
    case 'killed':
      return `ended by ${outcome.signal}`;
    case 'timed-out':
      return `ended by the verifier after ${String(outcome.withinMs / 1000)} s`;
    case 'stopped':
      return 'ended because the run was stopped';
    case 'not-started':
      return `not started: ${outcome.why}`;
  }
}

function withEvidence(judgement: OutcomeJudgement, evidence: EvidenceRef): Judgement {
  return { ...judgement, evidence: [evidence] };
}
