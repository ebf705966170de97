import { EvidenceError } from './evidence/index.ts';

/** Why a run could not go on that is nobody's defect: a disk or a folder of this machine. */
export interface Refusal {
  readonly kind: 'refused';
  readonly why: string;
  readonly remedy: string;
}

const FULL = new Set(['ENOSPC', 'EDQUOT']);
const FOLDER = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'EISDIR', 'ENOENT', 'ENAMETOOLONG', 'EIO']);

/** What an error says of this machine's disks and folders; undefined when it speaks of a defect of ours. Pure. */
export function refusalOf(error: unknown): Refusal | undefined {
  const chain = causesOf(error);
  const full = chain.find(({ code }) => code !== undefined && FULL.has(code));
  if (full !== undefined) {
    const told = chain.find((each) => each instanceof EvidenceError) ?? full;
    return refused(`the disk is full: ${told.message}`, 'free some space there and run it again; there is no verdict');
  }
  const folder = chain.find((each) => each instanceof EvidenceError);
  const code = causesOf(folder?.cause)[0]?.code;
  if (folder === undefined || code === undefined || !FOLDER.has(code)) return undefined;
  return refused(folder.message, 'make it a folder that you can write to, or move away what is in its place');
}

/** A folder that a run needs and can't have. */
export function unusableFolder(path: string, error: unknown, remedy: string): Refusal {
  const full = refusalOf(error);
  return full ?? refused(`${path} can't be used: ${error instanceof Error ? error.message : String(error)}`, remedy);
}

function refused(why: string, remedy: string): Refusal {
  return { kind: 'refused', why, remedy };
}

/** An error with all that it came from, and what failed while things were freed because of it. */
function causesOf(error: unknown): (Error & { readonly code?: string })[] {
  if (!(error instanceof Error)) return [];
  const { cause, suppressed, error: later, errors } = error as Error & Record<string, unknown>;
  const from = [suppressed, later, ...(Array.isArray(errors) ? (errors as unknown[]) : []), cause];
  return [error, ...from.flatMap(causesOf)];
}
