import type { Cause, Mismatch, NonEmpty } from '../../reports/index.ts';
import type { CommandOutcome } from './command-run.ts';
import type { OutputParser } from './parsers/parse.ts';
import type { DiagnosticReport } from '../../reports/index.ts';
import type { TestCounts } from './parsers/parsed.ts';

/** What a command's end is worth, before its output is kept as evidence. */
export type OutcomeJudgement =
  | { readonly kind: 'satisfied' }
  | { readonly kind: 'violated'; readonly mismatches: NonEmpty<Mismatch> }
  | { readonly kind: 'unverified'; readonly cause: Cause; readonly why: string };

/** What is known of a command that has ended. */
export interface OutcomeFacts {
  readonly outcome: CommandOutcome;
  readonly parser: OutputParser;
  readonly diagnostics: readonly DiagnosticReport[];
  readonly tests?: TestCounts;
}

const MOST_MISMATCHES = 50;
/** What a shell (npm's, for one) says of a child that was ended by SIGKILL. */
const KILLED = 128 + 9;

/**
 * Judges how a command ended. Pure.
 *
 * Satisfied is exit code 0 with nothing against it: no compiler error, no failed test, and, where tests are expected, at least
 * one that passed; `tsc || true` is no pass. A command that is not over in its time is *unverified*: the machine may be slow or the
 * code may hang, and only a comparison with an earlier commit can tell. One that the system killed, or that could not be
 * started, says nothing about the subject either.
 */
export function judgeOutcome(facts: OutcomeFacts): OutcomeJudgement {
  const { outcome } = facts;
  switch (outcome.kind) {
    case 'exited':
      return outcome.exitCode === KILLED
        ? environment('it was killed from outside: is there enough memory?')
        : judgeExit(outcome.exitCode, facts);
    case 'killed':
      return outcome.signal === 'SIGKILL'
        ? environment('it was killed from outside: is there enough memory?')
        : violated(
            [
              {
                path: '/signal',
                message: `ended by ${outcome.signal}`,
                expected: 'exit code 0',
                actual: outcome.signal,
              },
            ],
            facts,
          );
    case 'timed-out':
      return {
        kind: 'unverified',
        cause: 'time',
        why: `not over after ${String(outcome.withinMs / 1000)} s (“within” of the command)`,
      };
    case 'stopped':
      return { kind: 'unverified', cause: 'not-run', why: 'the run was stopped' };
    case 'not-started':
      return environment(outcome.why);
  }
}

function judgeExit(exitCode: number, facts: OutcomeFacts): OutcomeJudgement {
  const found = [...testMismatches(facts), ...(exitCode === 0 ? [] : [exitMismatch(exitCode)])];
  if (exitCode !== 0 || found.length > 0) return violated(found, facts);
  const decisive = facts.parser === 'tsc' || facts.parser === 'eslint' || facts.parser === 'mocha';
  if (decisive && facts.diagnostics.some(({ severity }) => severity === 'error')) {
    return violated(
      [
        {
          path: '/diagnostics',
          message: 'errors were reported, though the exit code is 0',
          expected: 'no errors',
          actual: 'errors',
        },
      ],
      facts,
    );
  }
  return { kind: 'satisfied' };
}

function exitMismatch(exitCode: number): Mismatch {
  return { path: '/exitCode', message: `ended with exit code ${String(exitCode)}`, expected: 0, actual: exitCode };
}

function testMismatches({ parser, tests, outcome }: OutcomeFacts): Mismatch[] {
  if (parser !== 'mocha') return [];
  if (tests === undefined) {
    // A runner that broke before its summary says so by its exit code; silence with exit code 0 is what must not pass.
    const silent = outcome.kind === 'exited' && outcome.exitCode === 0;
    return silent
      ? [
          {
            path: '/tests',
            message: 'no tests ran: there is no “N passing” of mocha in the output',
            expected: 'at least 1 passed',
            actual: 'none',
          },
        ]
      : [];
  }
  if (tests.passed + tests.failed === 0)
    return [{ path: '/tests/passed', message: 'no tests ran', expected: 'at least 1 passed', actual: 0 }];
  return tests.failed === 0
    ? []
    : [
        {
          path: '/tests/failed',
          message: `${String(tests.failed)} of ${String(tests.passed + tests.failed)} tests failed`,
          expected: 0,
          actual: tests.failed,
        },
      ];
}

function violated(found: readonly Mismatch[], facts: OutcomeFacts): OutcomeJudgement {
  const details = facts.diagnostics
    .filter(({ severity }) => severity === 'error')
    .slice(0, MOST_MISMATCHES)
    .map(mismatchOf);
  const [first = exitMismatch(1), ...rest] = [...found, ...details];
  return { kind: 'violated', mismatches: [first, ...rest] };
}

function mismatchOf({ file, line, column, code, message, count }: DiagnosticReport): Mismatch {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  const words = [place, code, message].filter((part) => part !== undefined && part !== '').join(' ');
  return { path: '/diagnostics', message: count > 1 ? `${words} (${String(count)} times)` : words };
}

function environment(why: string): OutcomeJudgement {
  return { kind: 'unverified', cause: 'environment', why };
}
