import type { DatabaseAddress } from '../environment.ts';

/** Where somebody else's database is, and how it is spoken to. */
export interface ExternalAddress extends DatabaseAddress {
  /** Encrypted; `checked`: only with whoever proves to be that host. Not encrypted when missing. */
  readonly tls?: 'unchecked' | 'checked';
}

/** Undefined when it is no address of a PostgreSQL database. `sslmode` is understood as PostgreSQL's own programs do. */
export function parseAddress(text: string): ExternalAddress | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (!/^postgres(?:ql)?:$/.test(url.protocol) || url.hostname === '') return undefined;
  const mode = url.searchParams.get('sslmode') ?? 'disable';
  try {
    const user = decodeURIComponent(url.username);
    const address = {
      url: text,
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? 5432 : Number(url.port),
      name: decodeURIComponent(url.pathname.slice(1)) || user,
      user,
      password: decodeURIComponent(url.password),
    };
    if (mode.startsWith('verify-')) return { ...address, tls: 'checked' };
    return mode === 'require' ? { ...address, tls: 'unchecked' } : address;
  } catch {
    return undefined;
  }
}
