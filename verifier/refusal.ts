import { statfs } from 'node:fs/promises';
import { wordsOfError } from '../contracts/language/index.ts';
import { EvidenceError } from './evidence/index.ts';

/** Why a run could not go on that is nobody's defect: a disk or a folder of this machine. */
export interface Refusal {
  readonly kind: 'refused';
  readonly why: string;
  readonly remedy: string;
}

const FULL = new Set(['ENOSPC', 'EDQUOT']);
const FREE_SPACE = 'free some space there and run it again; there is no verdict';
const FOLDER = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'EISDIR', 'ENOENT', 'ENAMETOOLONG', 'EIO']);

/** What an error says of this machine's disks and folders; undefined when it speaks of a defect of ours. Pure. */
export function refusalOf(error: unknown): Refusal | undefined {
  const chain = causesOf(error);
  const full = chain.find(({ code }) => code !== undefined && FULL.has(code));
  if (full !== undefined) {
    const told = chain.find((each) => each instanceof EvidenceError) ?? full;
    return refused(`the disk is full: ${told.message}`, FREE_SPACE);
  }
  const folder = chain.find((each) => each instanceof EvidenceError);
  const code = causesOf(folder?.cause)[0]?.code;
  if (folder === undefined || code === undefined || !FOLDER.has(code)) return undefined;
  return refused(folder.message, 'make it a folder that you can write to, or move away what is in its place');
}

/** Less than this is no room for anything. */
const NO_ROOM_BYTES = 1024 * 1024;

/** Names the full ones among these folders: what the system says of a full disk has often no path. */
export async function withFullPlaces(refusal: Refusal, folders: readonly string[]): Promise<Refusal> {
  if (refusal.remedy !== FREE_SPACE || folders.some((folder) => refusal.why.includes(folder))) return refusal;
  const full = await Promise.all(
    folders.map(async (folder) => ((await roomIn(folder)) < NO_ROOM_BYTES ? [folder] : [])),
  );
  const places = full.flat().join(', ');
  return places === '' ? refusal : { ...refusal, why: `${refusal.why} (no room is left in ${places})` };
}

async function roomIn(folder: string): Promise<number> {
  return await statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Number.POSITIVE_INFINITY,
  );
}

/** A folder that a run needs and can't have. */
export function unusableFolder(path: string, error: unknown, remedy: string): Refusal {
  const words = wordsOfError(error);
  const code = causesOf(error).find((each) => each.code !== undefined)?.code ?? '';
  if (FULL.has(code)) return refused(`the disk is full: ${path} can’t be used: ${words}`, FREE_SPACE);
  return refused(`${path} can't be used: ${words}`, remedy);
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
