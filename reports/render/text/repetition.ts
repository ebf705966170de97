import type { VerificationReport } from '../../schema/verification.ts';
import { shortHash } from './words.ts';

/** A word as a POSIX shell reads it. */
function quoted(word: string): string {
  return /^[\w./:@=+-]+$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** The command that runs the same verification again, with the same seed; `program` is how people call ours. */
export function repetitionCommand(report: VerificationReport, program = 'assay'): string {
  const { scope, subject, run } = report;
  const selection = scope.kind === 'partial' ? scope.selection.map(quoted) : [];
  const what = subject.dirty ? ['--worktree'] : ['--ref', quoted(shortHash(subject.commit))];
  const { contracts, services } = run.asked ?? {};
  const asked = [
    ...(contracts === undefined ? [] : ['--contracts', quoted(contracts)]),
    ...(services === undefined ? [] : ['--services', quoted(services)]),
  ];
  return [program, 'verify', ...selection, ...what, ...asked, '--seed', String(run.seed)].join(' ');
}
