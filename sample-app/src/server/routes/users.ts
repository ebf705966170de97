import type { FastifyInstance } from 'fastify';
import type { Database } from '../database.js';
import { emailTaken, wrongCredentials } from '../errors.js';
import { readForm, sessionForm, userForm } from '../forms.js';
import { hashPassword, isPassword } from '../passwords.js';
import { findUserByEmail, insertUser } from '../queries/users.js';
import { endSession, requireViewer, startSession } from '../sessions.js';

export function userRoutes(app: FastifyInstance, db: Database): void {
  app.post('/api/users', async (request, reply) => {
    const { name, email, password } = readForm(userForm, request.body);
    const user = await insertUser(db, { name, email, passwordHash: await hashPassword(password) });
    if (user === undefined) throw emailTaken();
    return reply.code(201).send({ user });
  });

  app.post('/api/session', async (request, reply) => {
    const { email, password } = readForm(sessionForm, request.body);
    const found = await findUserByEmail(db, email);
    const matches = await isPassword(password, found?.passwordHash);
    if (found === undefined || !matches) throw wrongCredentials();
    const user = { id: found.id, name: found.name, email: found.email };
    await startSession(db, reply, user);
    return { user };
  });

  app.get('/api/session', (request) => ({ user: requireViewer(request) }));

  app.delete('/api/session', async (request, reply) => {
    await endSession(db, request, reply);
    return reply.code(204).send();
  });
}
