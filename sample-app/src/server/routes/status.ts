import type { Database } from '../database.js';
import { ApiError } from '../errors.js';
import { json } from '../http/answers.js';
import { route, type Route } from '../http/router.js';
import type { Log } from '../log.js';

export function statusRoutes(db: Database, commit: string, log: Log): Route[] {
  return [
    route('GET', '/healthz', async () => {
      try {
        await db.query('select');
        return json(200, { status: 'ok' });
      } catch (error) {
        log.warn('the database does not answer', { error });
        throw new ApiError(503, 'no_database', 'The database does not answer.');
      }
    }),

    route('GET', '/version', () => json(200, { commit })),
  ];
}
