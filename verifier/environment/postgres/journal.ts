import { randomBytes } from 'node:crypto';
import { definer } from './journal-definer.ts';
import { holes, shapes } from './journal-holes.ts';

/*
 * The change journal: what any transaction did to the rows of any table, written by triggers in the same transaction, so that
 * what was rolled back leaves nothing. It lives in the template, and every copy has it.
 *
 * The application owns its tables, so it may disable or drop triggers on them. Event triggers, which only a superuser may
 * touch, put them back before the statement that removed them has ended, watch tables that are made later, and keep the rows of
 * tables that are dropped. A definition that changes the rows of a table without telling its triggers leaves a hole (journal-holes.ts).
 */

/** A schema name that no application uses, and that says nothing to one that looks. */
export function journalName(): string {
  return `changes_${randomBytes(4).toString('hex')}`;
}

/** Tables whose triggers are not all there and enabled; a condition on `c`, the table's line in pg_class. */
const unwatched = (schema: string): string => `
  select c.oid as rel from pg_class c join pg_namespace s on s.oid = c.relnamespace
   where c.relkind = 'r' and c.relpersistence <> 't' and s.nspname not in ('pg_catalog', 'information_schema', 'pg_toast', '${schema}')
     and (select count(*) from pg_trigger t where t.tgrelid = c.oid and t.tgenabled = 'A'
            and t.tgfoid in ('${schema}.row_changed'::regproc, '${schema}.table_emptied'::regproc)) < 2`;

/** Makes the journal and lets it watch all tables that there are; run once, by the superuser, in the template. */
export function installJournal(schema: string): string {
  return [tables, rowTriggers, shapes, watching, holes, eventTriggers].map((part) => part(schema)).join('\n');
}

/** Takes the journal away from a database that stays, with all its triggers. */
export function removeJournal(schema: string): string {
  return `
${['e', 'b', 'd', 'w'].map((one) => `drop event trigger if exists ${schema}_${one};`).join('\n')}
drop schema if exists ${schema} cascade`;
}

const tables = (schema: string): string => `
create schema ${schema};
revoke all on schema ${schema} from public;
create table ${schema}.entry (n bigint generated always as identity, tx xid8 not null default pg_current_xact_id(), rel oid not null, old jsonb, new jsonb);
create table ${schema}.known (rel oid primary key, nspname name, relname name, columns jsonb, labels jsonb);
create table ${schema}.gone (rel oid primary key, nspname name not null, relname name not null);
create table ${schema}.held (rel oid not null, old jsonb);
`;

const rowTriggers = (schema: string): string => `
create function ${schema}.row_changed() returns trigger ${definer} as $$
begin
  insert into ${schema}.entry (rel, old, new)
    values (tg_relid, case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end);
  return null;
end $$;

create function ${schema}.table_emptied() returns trigger ${definer} as $$
begin
  execute format('insert into ${schema}.entry (rel, old) select %s, to_jsonb(t) from only %s t', tg_relid, tg_relid::regclass);
  return null;
end $$;
`;

const watching = (schema: string): string => `
create view ${schema}.unwatched as ${unwatched(schema)};

create function ${schema}.watch(rel oid) returns void ${definer} as $$
declare
  target text := watch.rel::regclass::text;
begin
  -- Each of these ends in statement_ended(), which may have come here meanwhile.
  if not exists (select from pg_trigger where tgrelid = watch.rel and tgfoid = '${schema}.row_changed'::regproc) then
    execute format('create or replace trigger ${schema}_r after insert or update or delete on %s for each row execute function ${schema}.row_changed()', target);
  end if;
  if not exists (select from pg_trigger where tgrelid = watch.rel and tgfoid = '${schema}.table_emptied'::regproc) then
    execute format('create or replace trigger ${schema}_t before truncate on %s for each statement execute function ${schema}.table_emptied()', target);
  end if;
  execute format('alter table %s enable always trigger ${schema}_r, enable always trigger ${schema}_t', target);
  insert into ${schema}.known select * from ${schema}.shape s where s.rel = watch.rel on conflict do nothing;
end $$;

select ${schema}.watch(rel) from ${schema}.unwatched;
`;

const eventTriggers = (schema: string): string => `
create function ${schema}.statement_ended() returns event_trigger ${definer} as $$
declare
  one oid;
begin
  delete from ${schema}.held;
  -- What makes something, says something of it or grants it changes no row that there is.
  if tg_tag !~ '^(CREATE|COMMENT|SECURITY|GRANT|REVOKE)' then perform ${schema}.note_holes(tg_tag); end if;
  for one in select rel from ${schema}.unwatched loop
    -- A table may come with rows: create table … as. Said once: what follows ends in this function again.
    insert into ${schema}.known select * from ${schema}.shape s where s.rel = one on conflict do nothing;
    if found then
      execute format('insert into ${schema}.entry (rel, new) select %s, to_jsonb(t) from only %s t', one, one::regclass);
    end if;
    perform ${schema}.watch(one);
  end loop;
end $$;

create function ${schema}.drop_began() returns event_trigger ${definer} as $$
declare
  one oid;
begin
  for one in select k.rel from ${schema}.known k join pg_class c on c.oid = k.rel loop
    execute format('insert into ${schema}.held (rel, old) select %s, to_jsonb(t) from only %s t', one, one::regclass);
  end loop;
end $$;

create function ${schema}.dropped() returns event_trigger ${definer} as $$
begin
  insert into ${schema}.gone select k.rel, k.nspname, k.relname from pg_event_trigger_dropped_objects() o
    join ${schema}.known k on k.rel = o.objid where o.object_type = 'table' on conflict do nothing;
  insert into ${schema}.entry (rel, old) select h.rel, h.old from ${schema}.held h join ${schema}.gone g on g.rel = h.rel;
  delete from ${schema}.held;
  delete from ${schema}.known k using ${schema}.gone g where g.rel = k.rel;
end $$;

create event trigger ${schema}_e on ddl_command_end execute function ${schema}.statement_ended();
create event trigger ${schema}_b on ddl_command_start when tag in ('DROP TABLE', 'DROP SCHEMA', 'DROP OWNED') execute function ${schema}.drop_began();
create event trigger ${schema}_d on sql_drop when tag in ('DROP TABLE', 'DROP SCHEMA', 'DROP OWNED') execute function ${schema}.dropped();
alter event trigger ${schema}_e enable always;
alter event trigger ${schema}_b enable always;
alter event trigger ${schema}_d enable always;
`;

/** Where the journal stands: the snapshot, which says of every transaction whether it was over. With it, the tables that are not watched, which there should be none of. */
export function readPosition(schema: string): string {
  return `select pg_current_snapshot()::text as position, array(select rel::regclass::text from ${schema}.unwatched) as unwatched`;
}

/**
 * The number that the journal gave last, whatever became of it, and how many sessions are at work other than the superuser's and
 * the reader's ($1). The number is read first: a transaction that is over by the second look has no number to come.
 */
export function readActivity(schema: string): string {
  return `
with journal as materialized (select (case when is_called then last_value else 0 end)::text as position from ${schema}.entry_n_seq)
select position, (select count(*)::int from pg_stat_activity
                   where datname = current_database() and backend_type = 'client backend' and usename not in (current_user, $1)
                     and state in ('active', 'idle in transaction', 'idle in transaction (aborted)', 'fastpath function call')) as busy
  from journal`;
}

/**
 * All entries of transactions that were over at $2 and not yet at $1, in the order in which they were made.
 * A partition's rows are its parent's.
 */
export function readEntries(schema: string): string {
  return `
select e.old::text as old, e.new::text as new, coalesce(s.nspname, g.nspname)::text as schema, coalesce(c.relname, g.relname)::text as name,
       array(select a.attname::text from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
              where i.indrelid = c.oid and i.indisprimary) as key
  from ${schema}.entry e
  left join pg_class c on c.oid = coalesce(pg_partition_root(e.rel), e.rel)
  left join pg_namespace s on s.oid = c.relnamespace
  left join ${schema}.gone g on g.rel = e.rel
 where pg_visible_in_snapshot(e.tx, $2::pg_snapshot) and not pg_visible_in_snapshot(e.tx, $1::pg_snapshot)
 order by e.n`;
}

/** Rows ($1, a JSON list) in the columns of a table, so that they are read as a query of it would be. */
export function asTableRows(table: string): string {
  return `select r.* from jsonb_populate_recordset(null::${table}, $1::jsonb) r`;
}
