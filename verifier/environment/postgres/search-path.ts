import type pg from 'pg';

/**
 * The schemas in which the application's role finds tables that are named without one, in this database and at this moment. Asked as that
 * role, since `"$user"` and permissions depend on who asks; what holds for the role and for the database comes before the server's default.
 */
export async function schemasOf(superuser: pg.Client, role: string): Promise<readonly string[]> {
  // One text is one transaction: no setting outlives it, whatever happens in it.
  const results = await superuser.query(`
    set local role ${superuser.escapeIdentifier(role)};
    select set_config('search_path', coalesce(
      (select substr(setting, length('search_path=') + 1)
         from pg_db_role_setting, unnest(setconfig) setting
        where setdatabase in (0, (select oid from pg_database where datname = current_database()))
          and setrole in (0, (select oid from pg_roles where rolname = current_user)) and starts_with(setting, 'search_path=')
        order by setrole <> 0 desc, setdatabase <> 0 desc limit 1),
      (select reset_val from pg_settings where name = 'search_path')), true);
    select current_schemas(false) as schemas`);
  const last = (results as unknown as readonly pg.QueryResult<{ schemas: readonly string[] }>[]).at(-1);
  return last?.rows[0]?.schemas ?? [];
}

/** A statement that lets the current transaction look in these schemas, and in no others. */
export function lookIn(client: pg.Client, schemas: readonly string[]): string {
  const names = schemas.map((schema) => client.escapeIdentifier(schema));
  return `set local search_path = ${names.length === 0 ? "''" : names.join(', ')}`;
}
