-- The rules of one write of a ticket: what the triggers knew, so that their run can be repeated and explained, which of them fired, and
-- whether the effects were performed. Kept for 30 days.
create table ticket_rule_runs (
  account_id bigint not null,
  audit_id bigint not null,
  ticket_id bigint not null,
  created_at timestamptz not null,
  known jsonb,
  fired bigint[] not null,
  performed_at timestamptz,
  primary key (account_id, audit_id)
);
create index ticket_rule_runs_by_time on ticket_rule_runs (account_id, created_at);

-- The hour of the last run of an account's automations.
create table automation_hours (
  account_id bigint primary key references accounts (id),
  hour timestamptz not null
);
