-- Whether agents work, as they say themselves. An agent without a row is offline. Read by user: the pages of the list and the agents whom
-- tickets can be given to start from the table of users.
create table agent_availabilities (
  account_id bigint not null references accounts (id),
  user_id bigint not null,
  status text not null check (status in ('online', 'away', 'transfers_only', 'offline')),
  reason text not null,
  version integer not null,
  updated_at timestamptz not null,
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references users (account_id, id)
);
