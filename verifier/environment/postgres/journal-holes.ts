import { definer } from './journal-definer.ts';

/*
 * Holes of the journal. A column that is added, dropped, renamed or retyped, a table that is renamed or moved, a partition that is attached
 * or detached, and a renamed value of an enumeration change rows as a query shows them, and no trigger hears of it. What each watched table
 * looks like is kept, and compared after each definition that could change it; PostgreSQL itself tells when it rewrites rows. A table
 * without rows has none that could change.
 */

/** What the watched tables look like: under which table their rows are seen, in which columns, with which names of enumerations. */
export const shapes = (schema: string): string => `
create table ${schema}.hole (n bigint not null default nextval('${schema}.entry_n_seq'), tx xid8 not null default pg_current_xact_id(),
  command text not null, nspname name not null, relname name not null);

create view ${schema}.shape as
select c.oid as rel, s.nspname, r.relname,
       jsonb_build_array(
         (select jsonb_agg(jsonb_build_array(a.attnum, a.attname, a.atttypid::text,
                   (select jsonb_agg(jsonb_build_array(f.attname, f.atttypid::text) order by f.attnum) from pg_attribute f
                     where f.attrelid = t.typrelid and f.attnum > 0 and not f.attisdropped)) order by a.attnum)
            from pg_attribute a join pg_type t on t.oid = a.atttypid
           where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
         case when not c.relispartition then (select jsonb_agg(i.inhparent::text order by i.inhparent) from pg_inherits i where i.inhrelid = c.oid) end
       ) as columns,
       (select coalesce(jsonb_object_agg(e.oid::text, e.enumlabel), '{}')
          from pg_attribute a join pg_type t on t.oid = a.atttypid join pg_enum e on e.enumtypid in (t.oid, t.typelem, t.typbasetype)
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as labels
  from pg_class c
  join pg_class r on r.oid = coalesce(pg_partition_root(c.oid), c.oid)
  join pg_namespace s on s.oid = r.relnamespace;
`;

/** `note_holes(command)`: after a definition; and what is called before rows are rewritten. */
export const holes = (schema: string): string => `
create function ${schema}.has_rows(rel oid) returns boolean ${definer} as $$
declare
  found boolean;
begin
  -- An older snapshot does not show all rows that there are.
  if current_setting('transaction_isolation') not in ('read committed', 'read uncommitted') then return true; end if;
  execute format('select exists (select from only %s)', rel::regclass) into found;
  return found;
end $$;

create function ${schema}.note_holes(command text) returns void ${definer} as $$
declare
  one record;
begin
  for one in
    select k.rel, k.nspname as old_schema, k.relname as old_name, s.rel is null as is_gone, s.nspname, s.relname, s.columns, s.labels
      from ${schema}.known k left join ${schema}.shape s on s.rel = k.rel
     where (s.nspname, s.relname, s.columns) is distinct from (k.nspname, k.relname, k.columns) or s.labels <> k.labels
  loop
    if one.is_gone then
      -- It went with something else, and took its rows unread.
      insert into ${schema}.hole (command, nspname, relname) values (command, one.old_schema, one.old_name);
      delete from ${schema}.known k where k.rel = one.rel;
      continue;
    end if;
    if ${schema}.has_rows(one.rel) and not exists (
         select from ${schema}.known k where k.rel = one.rel and (one.nspname, one.relname, one.columns) = (k.nspname, k.relname, k.columns) and one.labels @> k.labels)
    then
      insert into ${schema}.hole (command, nspname, relname)
        select note_holes.command, l.* from (values (one.old_schema, one.old_name) union values (one.nspname, one.relname)) l;
    end if;
    update ${schema}.known k set nspname = one.nspname, relname = one.relname, columns = one.columns, labels = one.labels where k.rel = one.rel;
  end loop;
end $$;

create function ${schema}.rows_rewritten() returns event_trigger ${definer} as $$
begin
  -- 2: a column got a value; 4: a column got another type. The others move rows as they are.
  if pg_event_trigger_table_rewrite_reason() & 6 <> 0 and ${schema}.has_rows(pg_event_trigger_table_rewrite_oid()) then
    insert into ${schema}.hole (command, nspname, relname)
      select tg_tag, k.nspname, k.relname from ${schema}.known k where k.rel = pg_event_trigger_table_rewrite_oid();
  end if;
end $$;

create event trigger ${schema}_w on table_rewrite execute function ${schema}.rows_rewritten();
alter event trigger ${schema}_w enable always;
`;

/** The holes in the span from $1 to $2. */
export function readHoles(schema: string): string {
  return `
select h.command, h.nspname::text as schema, h.relname::text as name
  from ${schema}.hole h
 where pg_visible_in_snapshot(h.tx, $2::pg_snapshot) and not pg_visible_in_snapshot(h.tx, $1::pg_snapshot)
 order by h.n`;
}
