import { lstat, readdir, readlink, unlink, writeFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';

/** More links on one way than this, and the system itself gives up. */
const MOST_LINKS = 40;

/**
 * Makes every symbolic link of a checkout that leads out of it a plain file that holds where it led, as git writes links where there
 * are none: what is verified is the commit, and nothing beside it. Resolves to the links, relative to the checkout, sorted.
 *
 * Names are read byte by byte (as Latin-1), so that one which is no UTF-8 is found as well.
 */
export async function cutOutwardLinks(checkout: string): Promise<readonly string[]> {
  const links = await linksIn(checkout, '');
  const outward: string[] = [];
  for (const link of links) if (await leadsOut(checkout, link)) outward.push(link);
  // All are judged before the first is cut: a link may lead out by way of another.
  for (const link of outward) {
    const target = await readlink(inside(checkout, link), { encoding: 'latin1' });
    await unlink(inside(checkout, link));
    await writeFile(inside(checkout, link), Buffer.from(target, 'latin1'), { flag: 'wx' });
  }
  return outward.sort().map((link) => Buffer.from(link, 'latin1').toString('utf8'));
}

async function linksIn(checkout: string, folder: string): Promise<string[]> {
  const entries = await readdir(inside(checkout, folder), { withFileTypes: true, encoding: 'latin1' });
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return await linksIn(checkout, path);
      return entry.isSymbolicLink() ? [path] : [];
    }),
  );
  return found.flat();
}

/** Walks a path as the system would, link by link. Where nothing is yet, an install may put something: the walk goes on by name. */
async function leadsOut(checkout: string, link: string): Promise<boolean> {
  const ahead = link.split('/');
  const at: string[] = [];
  let followed = 0;
  for (let part = ahead.shift(); part !== undefined; part = ahead.shift()) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (at.pop() === undefined) return true;
      continue;
    }
    const target = await targetOf(checkout, [...at, part].join('/'));
    if (target === undefined) {
      at.push(part);
      continue;
    }
    if (isAbsolute(target)) return true;
    followed += 1;
    if (followed > MOST_LINKS) return false;
    ahead.unshift(...target.split('/'));
  }
  return false;
}

async function targetOf(checkout: string, path: string): Promise<string | undefined> {
  try {
    const place = inside(checkout, path);
    return (await lstat(place)).isSymbolicLink() ? await readlink(place, { encoding: 'latin1' }) : undefined;
  } catch {
    return undefined;
  }
}

function inside(checkout: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(join(checkout, '/')), Buffer.from(path, 'latin1')]);
}
