-- The audit log as a chain: each entry of an account has its place and the hash of the one before, so that none can be changed,
-- removed or put in between unseen. Entries made before this have no place; their ids go on from where all others are drawn.
alter table audit_logs
  alter column id drop identity,
  add column position bigint check (position > 0),
  add column previous_hash bytea,
  add column hash bytea,
  add constraint audit_logs_chained check (num_nulls(position, previous_hash, hash) in (0, 3));
create unique index audit_logs_by_position on audit_logs (account_id, position);
select setval('record_ids', greatest((select last_value from record_ids), (select coalesce(max(id), 0) + 1000 from audit_logs)));

-- The newest link of each account. Who writes entries holds this row until his transaction ends, and it is the last he asks for.
create table audit_chain_heads (
  account_id bigint not null references accounts (id),
  position bigint not null check (position >= 0),
  hash bytea not null,
  recorded_at timestamptz not null,
  primary key (account_id)
);
insert into audit_chain_heads (account_id, position, hash, recorded_at) select id, 0, decode(repeat('00', 32), 'hex'), created_at from accounts;

-- What the administrators asked to export, until it has had its time.
create table audit_log_exports (
  account_id bigint not null references accounts (id),
  id bigint not null,
  user_id bigint not null,
  filter jsonb not null,
  state text not null check (state in ('working', 'ready', 'failed')),
  entries integer,
  content bytea,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, user_id) references users (account_id, id)
);
create index audit_log_exports_by_age on audit_log_exports (account_id, expires_at);
