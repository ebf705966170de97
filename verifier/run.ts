import type { Plan } from '../contracts/language/index.ts';
import type { Entry } from './environment/index.ts';
import type { EvidenceSink, RunFolder } from './evidence/index.ts';
import type { SeedTexts } from './contract-set/index.ts';
import type { Subject } from './subject/index.ts';
import type { VerifyRequest, VerifyWorld } from './verify-types.ts';

/** One run of the verifier: what all its parts share. */
export interface Run {
  readonly id: string;
  /** As it was asked, but that a place with some of the system's contracts is a selection, too. */
  readonly request: VerifyRequest;
  readonly world: VerifyWorld;
  /** Whatever is started is put here, and freed when the run ends. */
  readonly held: AsyncDisposableStack;
  /** Absolute; where runs record what they hold, for the next run to free should this one die. */
  readonly live: string;
  /** Absolute; a folder of this run alone. */
  readonly scratch: string;
  readonly startedAt: Date;
  readonly seed: number;
  readonly workers: number;
  readonly subject: Subject;
  readonly plan: Plan;
  readonly seeds: SeedTexts;
  /** What contracts and system.yaml name beside: files to upload, and those that pages get from foreign hosts. By path in the repository. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** By name; those that are set. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly folder: RunFolder;
  /** Removes that folder should this process die; struck out when there is a report for it to hold. */
  readonly unreported: Pick<Entry, 'strike'>;
  readonly sink: EvidenceSink;
}

/** Whether the run was asked for this contract. */
export function isSelected(request: VerifyRequest, contract: string): boolean {
  return request.selection.length === 0 || request.selection.includes(contract);
}

/** What `run.…` means in contracts and in system.yaml. */
export function runNames(run: Run): Readonly<Record<string, string>> {
  return { commit: run.subject.report.commit, id: run.id };
}

/** A name that sorts by time and that no other run has: `20261130-175503-k3x9q2`. */
export function createRunId(startedAt: Date, randomInteger: () => number): string {
  const [date = '', time = ''] = startedAt.toISOString().slice(0, 19).replaceAll(/[-:]/gu, '').split('T');
  return `${date}-${time}-${randomInteger().toString(36).padStart(6, '0').slice(-6)}`;
}
