-- What the public API says to agents: brands they no longer serve, and pages that a telephone system asks their browser to open. And whether
-- the addresses that 0057 could not bring into one form have been named to the administrators.

-- The brands an agent has been removed from. Every agent serves all others, those that are made later too.
alter table users add column excluded_brand_ids bigint[] not null default '{}';

-- The page that an agent was last asked to open: one for each agent. Offered for a minute, by displayOf of channels/display_store.ts.
create table agent_displays (
  account_id bigint not null references accounts (id),
  agent_id bigint not null,
  kind text not null check (kind in ('ticket', 'user')),
  record_id bigint not null,
  requested_at timestamptz not null,
  primary key (account_id, agent_id),
  foreign key (account_id, agent_id) references users (account_id, id)
);

-- True where they are named in the audit log, and of every instance that is made now.
alter table accounts add column has_named_twin_addresses boolean not null default false;
