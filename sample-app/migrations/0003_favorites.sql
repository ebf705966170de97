create table favorites (
  user_id bigint not null references users (id) on delete cascade,
  article_id bigint not null references articles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, article_id)
);

create index favorites_article_id_idx on favorites (article_id);
