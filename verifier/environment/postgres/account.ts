import { readFileSync } from 'node:fs';

/** Under which account the server runs; `undefined` fields mean our own. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * PostgreSQL refuses to run as root, and `initdb` wants an account that the system knows by name. As root it is
 * `postgres` where there is one, else `nobody`, which every system has. Undefined when there is neither.
 */
export function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return {};
  const accounts = new Map(
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .map(([name = '', , uid, gid]) => [name, { uid: Number(uid), gid: Number(gid) }]),
  );
  return accounts.get('postgres') ?? accounts.get('nobody');
}
