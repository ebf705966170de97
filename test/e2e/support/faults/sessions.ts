import type { Fault } from './fault.ts';

/** Faults in accounts and sessions. */
export const sessionFaults: readonly Fault[] = [
  {
    title: 'an account has an address for a name',
    file: 'src/server/queries/users.ts',
    before: '[name, email, passwordHash]',
    after: "[name === '' ? name : email, email, passwordHash]",
    violated: ['SE-01', 'CO-01'],
  },
  {
    title: 'a password is stored beside its hash',
    file: 'src/server/passwords.ts',
    before: "${key.toString('base64url')}",
    after: "${key.toString('base64url')}:${password}",
    violated: ['SE-02'],
  },
  {
    title: 'any password opens an account',
    file: 'src/server/routes/users.ts',
    before: '|| !matches',
    after: "|| (!matches && password === '')",
    violated: ['SE-04'],
  },
  {
    title: 'signing out leaves the session where it is',
    file: 'src/server/sessions.ts',
    before: 'if (token !== undefined) await',
    after: "if (token === '') await",
    violated: ['SE-05'],
  },
  {
    title: 'signing up again changes the password',
    file: 'src/server/queries/users.ts',
    before: 'do nothing',
    after: 'do update set password_hash = excluded.password_hash',
    violated: ['SE-06'],
  },
];
