import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { RowChange } from '../../../contracts/language/index.ts';
import type { Rejection } from '../environment.ts';
import type { Connection } from './connection.ts';
import { definer } from './journal-definer.ts';

/** What statements are to be refused, and where what does it is kept. */
export interface RejectionOptions {
  /** As deltas name it. */
  readonly table: string;
  readonly on: readonly RowChange[];
  /** A schema that is ours. */
  readonly schema: string;
  /** A session that has this setting is ours, and is refused nothing but what it does to a view. */
  readonly sparedBy: string;
}

interface Relation {
  readonly oid: number;
  /** Quoted, with its schema. */
  readonly target: string;
  readonly kind: 'r' | 'p' | 'v' | 'f';
  /** Reached by statements that name its parent, which do not fire its statement triggers. */
  readonly byRow: boolean;
}

interface Names {
  readonly trigger: string;
  readonly sequence: string;
  readonly refuse: string;
}

/**
 * Refuses such statements on the table: a trigger that raises before the first row, and that no setting of a session turns off. On a
 * partitioned table it refuses statements that name a partition, too; on a partition those that come by its parent; on a view those that
 * name the view. To the application it looks like a permission that is missing. Undefined when there is no such table.
 * A view can't spare our own sessions: whatever stands in for its rows would have to write them.
 */
export async function rejectStatements(
  connection: Connection,
  options: RejectionOptions,
): Promise<Rejection | undefined> {
  const own = `refusal_${randomBytes(4).toString('hex')}`;
  const names = { trigger: own, sequence: `${options.schema}.${own}_n`, refuse: `${options.schema}.${own}` };
  const relations = await connection.use(async (client) => {
    const found = await relationsOf(client, options.table);
    // One text is one transaction.
    if (found.length > 0) await client.query(installation(client, found, { ...options, ...names }));
    return found;
  });
  const [root] = relations;
  if (root === undefined) return undefined;
  return {
    check: () =>
      connection.use(async (client) => {
        const oids = relations.map(({ oid }) => oid);
        const { rows } = await client.query<Look>(look(names), [oids, options.table]);
        const [{ enabled, named, refused } = { enabled: 0, named: null, refused: 0 }] = rows;
        return { held: enabled === relations.length && named === root.oid, refused };
      }),
    lift: () =>
      connection.use(async (client) => {
        await client.query(root.kind === 'v' ? `drop function if exists ${names.refuse}() cascade` : passing(names));
      }),
  };
}

/** The relation that a delta would call by the name in this parameter. */
const found = (parameter: string): string => `
select c.oid from pg_class c join pg_namespace s on s.oid = c.relnamespace
 where c.relkind in ('r', 'p', 'v', 'f')
   and ${parameter}::text in (case when s.nspname = 'public' then c.relname::text end, s.nspname || '.' || c.relname)
 order by s.nspname = 'public' desc limit 1`;

/** The one that is named first, then all that are parts of it. */
async function relationsOf(client: pg.Client, table: string): Promise<readonly Relation[]> {
  const { rows } = await client.query<Relation>(
    `with recursive part as (
       select (${found('$1')}) as rel, 0 as depth
       union all
       select i.inhrelid, depth + 1 from part join pg_inherits i on i.inhparent = part.rel join pg_class c on c.oid = i.inhrelid
        where c.relispartition
     )
     select c.oid, format('%I.%I', s.nspname, c.relname) as target, c.relkind::text as kind,
            first_value(c.relispartition) over (order by depth) and c.relkind <> 'p' as "byRow"
       from part join pg_class c on c.oid = part.rel join pg_namespace s on s.oid = c.relnamespace order by depth`,
    [table],
  );
  return rows;
}

function installation(
  client: pg.Client,
  relations: readonly Relation[],
  { table, on, trigger, sequence, refuse, sparedBy }: RejectionOptions & Names,
): string {
  const change = on.join(' or ');
  const create = (when: string, target: string, each: 'statement' | 'row'): string =>
    `create trigger ${trigger}_${each} ${when} on ${target} for each ${each} execute function ${refuse}();`;
  const triggers = relations.flatMap(({ target, kind, byRow }) => {
    // Emptying a table deletes its rows.
    const more = on.includes('delete') && (kind === 'r' || kind === 'p') ? ' or truncate' : '';
    const whole = create(`before ${change}${more}`, target, 'statement');
    // No session that is not a superuser's can turn off a view's triggers.
    if (kind === 'v') return [whole, create(`instead of ${change}`, target, 'row')];
    const enabled = (each: 'statement' | 'row'): string =>
      `alter table ${target} enable always trigger ${trigger}_${each};`;
    const rows = byRow ? [create(`before ${change}`, target, 'row'), enabled('row')] : [];
    return [whole, enabled('statement'), ...rows];
  });
  const message = `permission denied for table ${table.slice(table.lastIndexOf('.') + 1)}`;
  return `
create sequence ${sequence};
create function ${refuse}() returns trigger ${definer} as $refusal$
begin
  if current_setting('${sparedBy}', true) = 'on' and tg_when <> 'INSTEAD OF' then
    return coalesce(new, old);
  end if;
  -- What a sequence gave stays given, whatever becomes of the transaction.
  perform nextval('${sequence}');
  raise exception using errcode = '42501', message = ${client.escapeLiteral(message)};
end $refusal$;
${triggers.join('\n')}`;
}

interface Look {
  readonly enabled: number;
  readonly named: number | null;
  readonly refused: number;
}

/** How many of the relations ($1) refuse, which one has the name ($2) now, and how many statements met it. */
function look({ refuse, sequence }: Names): string {
  return `
select (select count(distinct t.tgrelid)::int from pg_trigger t join pg_class c on c.oid = t.tgrelid
         where t.tgfoid = '${refuse}'::regproc and t.tgrelid = any ($1::oid[]) and (t.tgenabled = 'A' or c.relkind = 'v')
           and t.tgtype & 1 = 0) as enabled,
       (${found('$2')}) as named,
       (select case when is_called then last_value else 0 end::int from ${sequence}) as refused`;
}

/** Taking the triggers away would wait for every open transaction of the application; letting everything pass waits for none. */
function passing({ refuse }: Names): string {
  return `create or replace function ${refuse}() returns trigger ${definer} as $$ begin return coalesce(new, old); end $$`;
}
