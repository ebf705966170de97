import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import request, { type Agent, type Response } from 'supertest';
import { createApp } from '../../src/server/app.js';
import { createPool } from '../../src/server/database.js';
import { createLog } from '../../src/server/log.js';
import { createMigratedSchema, type Schema } from './schema.js';

export const PASSWORD = 'correct horse';

/** The real server on a real database. */
export interface Site {
  schema: Schema;
  db: pg.Pool;
  origin: string;
  /** Someone who is not signed in, with a cookie jar. */
  guest: () => Agent;
  /** Someone who has just signed up and in. */
  member: (name: string) => Promise<Agent>;
  stop: () => Promise<void>;
}

export async function startSite(webDirectory?: string): Promise<Site> {
  const schema = await createMigratedSchema();
  const noPages = await mkdtemp(join(tmpdir(), 'sample-app-web-'));
  const server = await startServer(schema.url, webDirectory ?? noPages);
  const guest = (): Agent => request.agent(server.origin);
  return {
    schema,
    db: server.db,
    origin: server.origin,
    guest,
    member: async (name) => {
      const member = guest();
      const email = `${name.toLowerCase()}@example.com`;
      await member.post('/api/users').send({ name, email, password: PASSWORD }).expect(201);
      await member.post('/api/session').send({ email, password: PASSWORD }).expect(200);
      return member;
    },
    stop: async () => {
      await server.stop();
      await schema.drop();
      await rm(noPages, { recursive: true });
    },
  };
}

export interface RunningServer {
  db: pg.Pool;
  origin: string;
  stop: () => Promise<void>;
}

export async function startServer(databaseUrl: string, webDirectory: string): Promise<RunningServer> {
  const db = createPool(databaseUrl);
  const server = createApp({ db, commit: 'abc123', log: createLog('silent'), webDirectory });
  server.listen({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    db,
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.close();
      await once(server, 'close');
      await db.end();
    },
  };
}

interface ErrorBody {
  error: { code: string; message: string; fields?: Record<string, string> };
}

/** Refusals have one shape: a code, a message and, for a form, what is wrong with which field. */
export function assertRefused(response: Response, status: number, code: string, fields?: readonly string[]): void {
  assert.equal(response.status, status);
  assert.match(response.type, /json/);
  const { error } = response.body as ErrorBody;
  assert.equal(error.code, code);
  assert.notEqual(error.message, '');
  assert.deepEqual(Object.keys(error.fields ?? {}), fields ?? []);
  assert.deepEqual(Object.keys(error), fields === undefined ? ['code', 'message'] : ['code', 'message', 'fields']);
}

export interface ArticleBody {
  slug: string;
  title: string;
  description: string;
  body: string;
  author: { name: string };
  createdAt: string;
  updatedAt: string;
  favorited: boolean;
  favoritesCount: number;
  mine: boolean;
}

export function articleOf(response: Response): ArticleBody {
  return (response.body as { article: ArticleBody }).article;
}

export async function publish(author: Agent, title: string, description = ''): Promise<ArticleBody> {
  return articleOf(await author.post('/api/articles').send({ title, description, body: 'A body.' }).expect(201));
}

export function titlesOf(response: Response): string[] {
  assert.equal(response.status, 200);
  return (response.body as { articles: ArticleBody[] }).articles.map(({ title }) => title);
}
