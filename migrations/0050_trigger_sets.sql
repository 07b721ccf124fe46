-- The triggers that were active at a time, in the order in which they ran, by their revisions. A run of the triggers names its set, so that a
-- trace of it is of these and not of what triggers have become. `id` is a hash of the revisions.
create table trigger_sets (
  account_id bigint not null references accounts (id),
  id text not null,
  trigger_ids bigint[] not null,
  revision_ids bigint[] not null,
  used_at timestamptz not null,
  primary key (account_id, id)
);
create index trigger_sets_by_time on trigger_sets (account_id, used_at);

-- A ticket that is scrubbed takes its runs along.
create index ticket_rule_runs_by_ticket on ticket_rule_runs (account_id, ticket_id);
