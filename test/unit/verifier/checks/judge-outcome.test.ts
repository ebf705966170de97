import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { CommandOutcome } from '../../../../verifier/checks/command-run.ts';
import { attributeInstall } from '../../../../verifier/checks/install-fault.ts';
import { judgeOutcome, type OutcomeFacts, type OutcomeJudgement } from '../../../../verifier/checks/judge-outcome.ts';
import { mergeDiagnostics, parseOutput } from '../../../../verifier/checks/parsers/parse.ts';

const ended = { output: { text: '' }, durationMs: 1 };
const exit = (exitCode: number): CommandOutcome => ({ kind: 'exited', exitCode, ...ended });
const judge = (outcome: CommandOutcome, facts: Partial<OutcomeFacts> = {}): OutcomeJudgement =>
  judgeOutcome({ outcome, parser: 'lines', diagnostics: [], ...facts });
const messages = (judgement: OutcomeJudgement): string[] =>
  judgement.kind === 'violated' ? judgement.mismatches.map(({ message }) => message) : [];
const error = { file: 'a.ts', line: 1, column: 2, severity: 'error' as const, code: 'TS1', message: 'wrong', count: 1 };
const passed = { passed: 3, failed: 0, pending: 0 };

describe('judgeOutcome', () => {
  it('is satisfied by exit code 0', () => {
    assert.deepEqual(judge(exit(0)), { kind: 'satisfied' });
    assert.deepEqual(judge(exit(0), { parser: 'mocha', tests: passed }), { kind: 'satisfied' });
  });

  it('is violated by any other, with every error that was found', () => {
    assert.deepEqual(
      judge(exit(2), {
        parser: 'tsc',
        diagnostics: [error, { ...error, line: 9, count: 3 }, { ...error, severity: 'warning' }],
      }),
      {
        kind: 'violated',
        mismatches: [
          { path: '/exitCode', message: 'ended with exit code 2', expected: 0, actual: 2 },
          { path: '/diagnostics', message: 'a.ts:1:2 TS1 wrong' },
          { path: '/diagnostics', message: 'a.ts:9:2 TS1 wrong (3 times)' },
        ],
      },
    );
  });

  for (const parser of ['tsc', 'eslint', 'mocha'] as const) {
    it(`is violated by errors of ${parser} behind exit code 0`, () => {
      assert.equal(judge(exit(0), { parser, diagnostics: [error], tests: passed }).kind, 'violated');
      assert.equal(
        judge(exit(0), { parser, diagnostics: [{ ...error, severity: 'warning' }], tests: passed }).kind,
        'satisfied',
      );
    });
  }

  it('does not take lines that look like errors for errors when the exit code is 0', () => {
    assert.equal(judge(exit(0), { diagnostics: [error] }).kind, 'satisfied');
  });

  it('is violated by failed tests behind exit code 0', () => {
    assert.deepEqual(messages(judge(exit(0), { parser: 'mocha', tests: { passed: 2, failed: 1, pending: 0 } })), [
      '1 of 3 tests failed',
    ]);
  });

  it('is violated when no test ran', () => {
    assert.deepEqual(messages(judge(exit(0), { parser: 'mocha', tests: { passed: 0, failed: 0, pending: 7 } })), [
      'no tests ran',
    ]);
    assert.match(messages(judge(exit(0), { parser: 'mocha' })).join(), /no tests ran: there is no “N passing”/);
  });

  it('is unverified, cause time, when the command was not over in its time', () => {
    const judgement = judge({ kind: 'timed-out', withinMs: 3000, ...ended });
    assert.deepEqual(judgement, {
      kind: 'unverified',
      cause: 'time',
      why: 'not over after 3 s (“within” of the command)',
    });
  });

  it('is unverified, cause environment, when the command could not start or the system killed it', () => {
    const outcomes: CommandOutcome[] = [
      { kind: 'not-started', why: 'pnpm is not there', ...ended },
      { kind: 'killed', signal: 'SIGKILL', ...ended },
      exit(137),
    ];
    for (const outcome of outcomes) {
      const judgement = judge(outcome);
      assert.ok(judgement.kind === 'unverified' && judgement.cause === 'environment', outcome.kind);
    }
  });

  it('is violated by a crash', () => {
    assert.deepEqual(messages(judge({ kind: 'killed', signal: 'SIGSEGV', ...ended })), ['ended by SIGSEGV']);
  });

  it('is unverified, cause not-run, when the run was stopped', () => {
    const judgement = judge({ kind: 'stopped', ...ended });
    assert.ok(judgement.kind === 'unverified' && judgement.cause === 'not-run');
  });
});

describe('attributeInstall', () => {
  const output = (name: string): string =>
    readFileSync(new URL(`../../../fixtures/check-output/${name}.txt`, import.meta.url), 'utf8');
  const violated = judge(exit(1));

  for (const fault of ['npm-lock-mismatch', 'npm-bad-json']) {
    it(`holds ${fault} against the subject`, () => {
      assert.deepEqual(attributeInstall(violated, output(fault)), violated);
    });
  }

  it('says what npm says of the lock file, before the exit code', () => {
    const text = output('npm-lock-mismatch');
    const diagnostics = mergeDiagnostics(parseOutput('install', text).diagnostics, { checkout: '/x', cwd: '/x' });
    const facts = {
      outcome: { kind: 'exited' as const, exitCode: 1, output: { text }, durationMs: 1 },
      parser: 'install',
      diagnostics,
    } as const;
    const judgement = attributeInstall(judgeOutcome(facts), text);
    assert.ok(judgement.kind === 'violated');
    assert.deepEqual(
      judgement.mismatches.map(({ message }) => message),
      [
        '`npm ci` can only install packages when your package.json and package-lock.json or npm-shrinkwrap.json are in sync. Please update your lock file with `npm install` before continuing.',
        "Invalid: lock file's picocolors@1.1.1 does not satisfy picocolors@1.1.0",
        'ended with exit code 1',
      ],
    );
  });

  it('does not hold an unreachable registry against the subject', () => {
    assert.deepEqual(attributeInstall(violated, output('npm-no-registry')), {
      kind: 'unverified',
      cause: 'environment',
      why: 'the install failed, and not by a fault of the lock file: npm error FetchError: request to http://127.0.0.1:9/picocolors failed, reason: connect ECONNREFUSED 127.0.0.1:9',
    });
  });

  it('changes no other judgement', () => {
    assert.deepEqual(attributeInstall({ kind: 'satisfied' }, output('npm-no-registry')), { kind: 'satisfied' });
  });
});
