import { randomBytes } from 'node:crypto';

const LONGEST_BASE = 60;

/** “Ünïcode & <b>markup</b>” becomes `unicode-b-markup-b-` and eight random characters. */
export function makeSlug(title: string): string {
  const base = title
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_BASE)
    .replaceAll(/^-|-$/g, '');
  return `${base || 'article'}-${randomBytes(4).toString('hex')}`;
}
