/** Triggers that note every change of a row, for the checks of what an action changed. Sessions come and go: they are not watched. */
export const journal = `
create table journal (n bigint generated always as identity primary key, tbl text not null, op text not null, old jsonb, new jsonb);
create function note() returns trigger language plpgsql as $$
begin
  insert into journal (tbl, op, old, new) values (tg_table_name, lower(tg_op) || case when tg_op = 'INSERT' then 'ed' else 'd' end,
    case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end);
  return null;
end $$;
create trigger noted after insert or update or delete on users for each row execute function note();
create trigger noted after insert or update or delete on articles for each row execute function note();
create trigger noted after insert or update or delete on favorites for each row execute function note();
create trigger noted after insert or update or delete on comments for each row execute function note();
`;
