import type { EvidenceRef } from '../../schema/verification.ts';
import { fitLine } from './view.ts';
import type { View } from './view.ts';

/** What shows most at a glance comes first; other kinds are told of only where there is none of these. */
const ORDER: readonly EvidenceRef['kind'][] = ['screenshot', 'network', 'rows', 'delta', 'log', 'console'];
/** Kind and ` and 12 more` around a path. */
const AROUND = 20;

/** The whole path where it fits; else one that a shell completes to the same file. */
function evidencePath(view: View, from: number, { path }: EvidenceRef): string {
  return path.length + from + AROUND <= view.width ? path : path.replace(/([0-9a-f]{12})[0-9a-f]{52}/u, '$1*');
}

function inOrder(refs: readonly EvidenceRef[]): EvidenceRef[] {
  const rank = ({ kind }: EvidenceRef): number => (ORDER.includes(kind) ? ORDER.indexOf(kind) : ORDER.length);
  const once = new Map(refs.map((ref) => [ref.path, ref]));
  return [...once.values()].sort((a, b) => rank(a) - rank(b));
}

/** The piece of evidence to look at first, and how many more there are; without a screen, each of them. */
export function evidenceLines(view: View, from: number, refs: readonly EvidenceRef[]): string[] {
  const line = (text: string): string => ' '.repeat(from) + view.paint.dim(fitLine(view, from, text));
  const pieces = inOrder(refs);
  if (view.whole) return pieces.map(({ kind, path, title }) => line(`${kind} ${path} (${title})`));
  const [first] = pieces;
  if (first === undefined) return [];
  const more = pieces.length > 1 ? ` and ${String(pieces.length - 1)} more` : '';
  return [line(`${first.kind} ${evidencePath(view, from, first)}${more}`)];
}
