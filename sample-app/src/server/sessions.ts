import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from './database.js';
import { notSignedIn } from './errors.js';
import { deleteExpiredSessions, deleteSession, findSessionUser, insertSession } from './queries/sessions.js';
import type { User } from './queries/users.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whoever asks; null is a guest. */
    viewer: User | null;
  }
}

const COOKIE = 'session';
const LIFETIME_SECONDS = 30 * 24 * 60 * 60;

/** Finds who asks, for every request of this part of the app. */
export function recogniseViewers(app: FastifyInstance, db: Database): void {
  app.decorateRequest('viewer', null);
  app.addHook('onRequest', async (request) => {
    const token = readToken(request);
    if (token !== undefined) request.viewer = (await findSessionUser(db, hashToken(token))) ?? null;
  });
}

export function requireViewer(request: FastifyRequest): User {
  if (request.viewer === null) throw notSignedIn();
  return request.viewer;
}

export async function startSession(db: Database, reply: FastifyReply, user: User): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  await deleteExpiredSessions(db, user.id);
  await insertSession(db, hashToken(token), user.id, LIFETIME_SECONDS);
  setCookie(reply, token, LIFETIME_SECONDS);
}

export async function endSession(db: Database, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const token = readToken(request);
  if (token !== undefined) await deleteSession(db, hashToken(token));
  setCookie(reply, '', 0);
}

/** The database has only this, so whoever reads it cannot sign in with it. */
function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function readToken(request: FastifyRequest): string | undefined {
  const pairs = request.headers.cookie?.split(';').map((pair) => pair.trim()) ?? [];
  const token = pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
  return token === '' ? undefined : token;
}

function setCookie(reply: FastifyReply, token: string, maxAge: number): void {
  reply.header('set-cookie', `${COOKIE}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}`);
}
