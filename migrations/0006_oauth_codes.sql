-- The authorization code grant, refresh tokens that were used, client secrets that overlap, and what bounds a client beside its scopes.
alter table oauth_clients
  add column previous_secret_hash bytea,
  add column previous_secret_expires_at timestamptz,
  add column integration_id bigint,
  -- networks in CIDR notation calls may come from; null = everywhere
  add column allowed_ips text[],
  -- calls a minute of all its tokens together; null = as many as the account may make
  add column per_minute integer check (per_minute > 0);

-- null: made through the API, not granted
-- is_personal: granted to its user in person; others are held by programs, or were made with an API token, which can name anybody
alter table oauth_tokens
  add column grant_type text,
  add column is_personal boolean not null default false;

-- A code is kept for a day after its end: whoever sends one that was used holds a stolen one, and token_id is revoked.
create table oauth_codes (
  account_id bigint not null,
  code_hash bytea not null,
  client_id bigint not null,
  user_id bigint not null,
  redirect_uri text not null,
  -- it stood in the request, so the client must send it again with the code
  redirect_uri_given boolean not null,
  scopes text[] not null,
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('S256', 'plain')),
  token_id bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  spent_at timestamptz,
  primary key (account_id, code_hash),
  foreign key (account_id, client_id) references oauth_clients (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);

create table oauth_spent_refresh_tokens (
  account_id bigint not null,
  token_hash bytea not null,
  token_id bigint not null,
  spent_at timestamptz not null,
  primary key (account_id, token_hash),
  foreign key (account_id, token_id) references oauth_tokens (account_id, id) on delete cascade
);
create index oauth_spent_refresh_tokens_by_token on oauth_spent_refresh_tokens (account_id, token_id, spent_at);
