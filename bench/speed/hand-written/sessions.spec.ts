import type { Actor } from './actor.ts';
import { expect, test } from './test.ts';

const sessionsOf = 'select count(*)::int as n from sessions s join users u on u.id = s.user_id where u.email = $1';
const newcomer = { name: 'Nia', email: 'nia@example.org', password: 'harbour4521' };

const signOut = (actor: Actor) => actor.page.getByRole('button', { name: 'Sign out', exact: true });

async function signUp(guest: Actor): Promise<void> {
  await guest.fill('Name', newcomer.name);
  await guest.fill('Email', newcomer.email);
  await guest.fill('Password', newcomer.password);
  await guest.click(guest.page.getByRole('button', { name: 'Sign up', exact: true }));
}

async function signIn(guest: Actor, { email, password }: { email: string; password: string }): Promise<void> {
  await guest.fill('Email', email);
  await guest.fill('Password', password);
  await guest.click(guest.page.getByRole('button', { name: 'Sign in', exact: true }));
}

test('SE-01 Whoever signs up has an account, and is told so by name', async ({ guest, scene }) => {
  await guest.open('/sign-up');
  await scene.begin();
  await signUp(guest);
  await scene.expectChanges({ users: { inserted: 1 } });
  await scene.look(() => expect(signOut(guest)).toBeVisible());
  await scene.lookAtRows('select name from users where email = $1', [newcomer.email], [{ name: newcomer.name }]);
});

test('SE-02 A password is never stored as it was typed', async ({ guest, database, scene }) => {
  await guest.open('/sign-up');
  await scene.begin();
  await signUp(guest);
  await scene.settle();
  await scene.lookForAbsence(async () => {
    await expect
      .poll(() => database.rows('select password_hash from users where email = $1', [newcomer.email]))
      .toEqual([{ password_hash: expect.not.stringContaining(newcomer.password) as unknown }]);
  });
});

test('SE-03 Signing in on the page opens what is only for members', async ({ reader, guest, scene }) => {
  await guest.open('/sign-in');
  await scene.begin();
  await signIn(guest, reader);
  await scene.settle();
  await scene.look(() => expect(signOut(guest)).toBeVisible());
  await guest.open('/favorites');
  await scene.look(() => expect(guest.page.getByText('You have no favourites yet.', { exact: true })).toBeVisible());
  await scene.lookAtRows(sessionsOf, [reader.email], [{ n: 2 }]);
});

test('SE-04 A wrong password opens nothing, and the page says so', async ({ reader, guest, scene }) => {
  await guest.open('/sign-in');
  await scene.begin();
  await signIn(guest, { email: reader.email, password: 'not the password' });
  await scene.settle();
  await scene.look(() => expect(guest.page.getByRole('alert')).toBeVisible());
  await scene.lookForAbsence(() => expect(signOut(guest)).toHaveCount(0));
  await scene.lookAtRows(sessionsOf, [reader.email], [{ n: 1 }]);
});

test('SE-05 Signing out ends the session on the server, not only in the browser', async ({ reader, scene }) => {
  await reader.open('/');
  await scene.begin();
  await reader.click(signOut(reader));
  await scene.settle();
  await scene.look(() => expect(reader.page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible());
  await scene.look(() => expect.poll(() => reader.get('/api/session')).toMatchObject({ status: 401 }));
  await scene.lookAtRows(
    'select 1 as one from sessions s join users u on u.id = s.user_id where u.email = $1',
    [reader.email],
    [],
  );
});

test('SE-06 An address has one account', async ({ reader, guest, scene }) => {
  await scene.begin();
  const again = { name: 'Again', email: reader.email, password: 'another password' };
  expect(await guest.send('POST', '/api/users', again)).toMatchObject({
    status: 409,
    json: { error: { code: 'email_taken' } },
  });
  await scene.expectChanges({});
  await scene.lookAtRows('select count(*)::int as n from users where email = $1', [reader.email], [{ n: 1 }]);
});

test('SE-07 A session survives a restart of the service', async ({ reader, guest, scene, stack }) => {
  await guest.open('/sign-in');
  await scene.begin();
  await signIn(guest, reader);
  await scene.settle();
  await stack.restart();
  scene.acted();
  await guest.open('/favorites');
  await scene.look(() => expect(guest.page.getByRole('heading', { name: 'My favourites', exact: true })).toBeVisible());
  await scene.lookAtRows(sessionsOf, [reader.email], [{ n: 2 }]);
});
