import pg from 'pg';

/** Counts of changed rows by table and kind: `{ favorites: { inserted: 1 } }`. */
export type Changes = Record<string, Record<string, number>>;

/** A test's own database. Everything that was read is remembered, as evidence. */
export class Database {
  readonly url: string;
  readonly read: { readonly sql: string; readonly params: readonly string[]; readonly rows: readonly object[] }[] = [];
  readonly #client: pg.Client;
  #mark = '0';

  constructor(url: string) {
    this.url = url;
    this.#client = new pg.Client(url);
    this.#client.on('error', () => undefined);
  }

  async connect(): Promise<void> {
    await this.#client.connect();
  }

  async rows(sql: string, params: readonly string[] = []): Promise<object[]> {
    const { rows } = await this.#client.query<object>(sql, [...params]);
    this.read.push({ sql, params, rows });
    return rows;
  }

  /** From here on, changes count. */
  async mark(): Promise<void> {
    const { rows } = await this.#client.query<{ n: string }>('select coalesce(max(n), 0) as n from journal');
    this.#mark = rows[0]?.n ?? '0';
  }

  async changes(): Promise<Changes> {
    const rows = await this.rows('select tbl, op, old, new from journal where n > $1 order by n', [this.#mark]);
    const changes: Changes = {};
    for (const { tbl, op } of rows as { tbl: string; op: string }[]) {
      const kinds = (changes[tbl] ??= {});
      kinds[op] = (kinds[op] ?? 0) + 1;
    }
    return changes;
  }

  async end(): Promise<void> {
    await this.#client.end();
  }
}
