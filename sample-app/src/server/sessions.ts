import { createHash, randomBytes } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Database } from './database.js';
import { notSignedIn } from './errors.js';
import type { Request } from './http/router.js';
import { deleteExpiredSessions, deleteSession, findSessionUser, insertSession } from './queries/sessions.js';
import type { User } from './queries/users.js';

const COOKIE = 'session';
const LIFETIME_SECONDS = 30 * 24 * 60 * 60;

/** Who asks; undefined is a guest. */
export async function findViewer(db: Database, request: Request): Promise<User | undefined> {
  const token = readToken(request);
  return token === undefined ? undefined : findSessionUser(db, hashToken(token));
}

export async function requireViewer(db: Database, request: Request): Promise<User> {
  const viewer = await findViewer(db, request);
  if (viewer === undefined) throw notSignedIn();
  return viewer;
}

export async function startSession(db: Database, userId: string): Promise<OutgoingHttpHeaders> {
  const token = randomBytes(32).toString('base64url');
  await deleteExpiredSessions(db, userId);
  await insertSession(db, hashToken(token), userId, LIFETIME_SECONDS);
  return makeCookie(token, LIFETIME_SECONDS);
}

export async function endSession(db: Database, request: Request): Promise<OutgoingHttpHeaders> {
  const token = readToken(request);
  if (token !== undefined) await deleteSession(db, hashToken(token));
  return makeCookie('', 0);
}

/** The database has only this, so whoever reads it cannot sign in with it. */
function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function readToken({ headers }: Request): string | undefined {
  const pairs = headers.cookie?.split(';').map((pair) => pair.trim()) ?? [];
  const token = pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
  return token === '' ? undefined : token;
}

function makeCookie(token: string, maxAge: number): OutgoingHttpHeaders {
  return { 'set-cookie': `${COOKIE}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}` };
}
