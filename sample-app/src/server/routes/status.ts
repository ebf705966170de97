import type { FastifyInstance } from 'fastify';
import type { Database } from '../database.js';

export function statusRoutes(app: FastifyInstance, db: Database, commit: string): void {
  app.get('/healthz', async (request, reply) => {
    try {
      await db.query('select');
      return { status: 'ok' };
    } catch (error) {
      request.log.warn({ err: error }, 'the database does not answer');
      return reply.code(503).send({ error: { code: 'no_database', message: 'The database does not answer.' } });
    }
  });

  app.get('/version', () => ({ commit }));
}
