create table users (
  id bigint generated always as identity primary key,
  name text not null,
  email text not null,
  password_hash text not null,
  created_at timestamptz not null default now()
);

-- One account per address, whichever way its letters are written.
create unique index users_email_key on users (lower(email));

create table sessions (
  token_hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index sessions_user_id_idx on sessions (user_id);
