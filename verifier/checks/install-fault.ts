import type { OutcomeJudgement } from './judge-outcome.ts';

/** What package managers say when the manifest and the lock file of the subject do not go together, or can't be read. */
const SUBJECTS_FAULT = [
  /npm (ERR!|error) code (EUSAGE|EJSONPARSE|ERESOLVE|EINVALIDPACKAGENAME|ELOCKVERIFY)/,
  /ERR_PNPM_(OUTDATED_LOCKFILE|LOCKFILE_BREAKING_CHANGE|NO_LOCKFILE|JSON_PARSE)/,
  /YN0028|Your lockfile needs to be updated/,
];

/** Lines that say why, better than the first line of the error does. */
const REASON = /reason:|not found|no space left|timed? ?out|permission denied/i;

/**
 * An install that fails speaks of the network, the registry or this machine, unless it is plainly the subject's fault. Pure.
 * Else a registry that is down would be held against the change. What it says comes before its exit code, which says nothing.
 */
export function attributeInstall(judgement: OutcomeJudgement, output: string): OutcomeJudgement {
  if (judgement.kind !== 'violated') return judgement;
  if (SUBJECTS_FAULT.some((pattern) => pattern.test(output))) return tellingFirst(judgement);
  const lines = output.split('\n');
  const said = lines.find((line) => REASON.test(line)) ?? lines.find((line) => /error/i.test(line));
  return {
    kind: 'unverified',
    cause: 'environment',
    why: `the install failed, and not by a fault of the lock file: ${said?.trim() ?? judgement.mismatches[0].message}`,
  };
}

function tellingFirst(judgement: Extract<OutcomeJudgement, { kind: 'violated' }>): OutcomeJudgement {
  const [exit, telling, ...more] = judgement.mismatches;
  return telling === undefined ? judgement : { kind: 'violated', mismatches: [telling, ...more, exit] };
}
