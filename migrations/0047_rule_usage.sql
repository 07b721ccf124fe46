-- How often triggers and automations fire. A write of a ticket adds a row; scheduled work sums rows up by the hour, so that writes of
-- different tickets never wait for each other.

-- the rules that fired in one write, until they are summed up
create table rule_firings (
  account_id bigint not null,
  audit_id bigint not null,
  fired_at timestamptz not null,
  trigger_ids bigint[] not null,
  automation_id bigint,
  primary key (account_id, audit_id)
);
-- firings that are not summed up yet: the oldest first, and those of a period
create index rule_firings_by_time on rule_firings (account_id, fired_at);

-- firings of a rule that began in an hour; removed when no count includes them any more
create table rule_usage_hours (
  account_id bigint not null,
  kind text not null check (kind in ('trigger', 'automation')),
  rule_id bigint not null,
  hour timestamptz not null,
  uses integer not null,
  primary key (account_id, kind, rule_id, hour)
);
-- hours that are old enough to be removed
create index rule_usage_hours_by_age on rule_usage_hours (account_id, hour);
