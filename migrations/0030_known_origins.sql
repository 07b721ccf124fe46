-- From where people have signed in: browsers, by a cookie, and addresses. Failures of others do not keep them out there.
create table known_origins (
  account_id bigint not null,
  user_id bigint not null,
  kind text not null check (kind in ('device', 'address')),
  hash bytea not null,
  expires_at timestamptz not null,
  primary key (account_id, user_id, hash),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index known_origins_by_expiry on known_origins (account_id, expires_at);
