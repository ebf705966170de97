import type { Database } from '../database.js';
import { emailTaken, wrongCredentials } from '../errors.js';
import { readForm, sessionForm, userForm } from '../forms.js';
import { json, noContent, withHeaders } from '../http/answers.js';
import { route, type Route } from '../http/router.js';
import { hashPassword, isPassword } from '../passwords.js';
import { findUserByEmail, insertUser } from '../queries/users.js';
import { endSession, requireViewer, startSession } from '../sessions.js';

export function userRoutes(db: Database): Route[] {
  return [
    route('POST', '/api/users', async (request) => {
      const { name, email, password } = readForm(userForm, await request.readJson());
      const user = await insertUser(db, { name, email, passwordHash: await hashPassword(password) });
      if (user === undefined) throw emailTaken();
      return json(201, { user });
    }),

    route('POST', '/api/session', async (request) => {
      const { email, password } = readForm(sessionForm, await request.readJson());
      const found = await findUserByEmail(db, email);
      const matches = await isPassword(password, found?.passwordHash);
      if (found === undefined || !matches) throw wrongCredentials();
      const user = { id: found.id, name: found.name, email: found.email };
      return withHeaders(json(200, { user }), await startSession(db, user.id));
    }),

    route('GET', '/api/session', async (request) => json(200, { user: await requireViewer(db, request) })),

    route('DELETE', '/api/session', async (request) => noContent(await endSession(db, request))),
  ];
}
