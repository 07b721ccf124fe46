-- Queues of omnichannel routing: the tickets that meet the conditions, and the groups whose agents get them.
create table routing_queues (
  account_id bigint not null references accounts (id),
  id text not null,
  name text not null,
  description text,
  -- of its tickets before those of other queues; and its place among the queues that a ticket is compared with
  priority integer not null,
  "order" integer not null,
  definition jsonb not null,
  primary_group_ids bigint[] not null,
  secondary_group_ids bigint[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- few enough to be read as a whole
  primary key (account_id, id)
);
