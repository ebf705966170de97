create table comments (
  id bigint generated always as identity primary key,
  article_id bigint not null references articles (id) on delete cascade,
  author_id bigint not null references users (id) on delete cascade,
  body text not null,
  created_at timestamptz not null default now()
);

create index comments_article_id_idx on comments (article_id, created_at, id);
create index comments_author_id_idx on comments (author_id);
