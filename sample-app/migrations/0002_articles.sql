create table articles (
  id bigint generated always as identity primary key,
  slug text not null unique,
  title text not null,
  description text not null,
  body text not null,
  author_id bigint not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index articles_created_at_idx on articles (created_at desc, id desc);
create index articles_author_id_idx on articles (author_id);
