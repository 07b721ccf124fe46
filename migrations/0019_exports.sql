-- Exports read what has changed in the order it changed in; tickets are measured while they are written.
create index users_by_update on users (account_id, updated_at, id);
create index organizations_by_update on organizations (account_id, updated_at, id);
create index ticket_audits_by_creation on ticket_audits (account_id, created_at, id);

alter table users add column permanently_deleted boolean not null default false;
update users set permanently_deleted = true where not active and name = 'Permanently Deleted User' and email is null;

-- Seconds are calendar time; what is null is not known yet. metric_clocks: metric → how its clock stands (tickets/metrics.ts).
alter table tickets
  add column group_stations integer not null default 0,
  add column assignee_stations integer not null default 0,
  add column reopens integer not null default 0,
  add column replies integer not null default 0,
  add column first_replied_at timestamptz,
  add column first_solved_at timestamptz,
  add column requester_wait_seconds integer,
  add column agent_wait_seconds integer,
  add column on_hold_seconds integer,
  add column custom_status_updated_at timestamptz,
  add column metric_clocks jsonb not null default '{}';

-- One row for each write that moved a clock; id is its audit's. An event of the row has the id 32 * id + its place.
create table ticket_metric_events (
  account_id bigint not null,
  id bigint not null,
  ticket_id bigint not null,
  time timestamptz not null,
  events jsonb not null,
  primary key (account_id, time, id)
);
create index ticket_metric_events_by_ticket on ticket_metric_events (account_id, ticket_id, id);

-- Every ticket is written below: what only makes reading fast is made anew afterwards, which is cheaper than keeping it up with each of them.
create temporary table indexes_to_make as
  select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
  where i.indrelid = 'tickets'::regclass and not i.indisunique order by i.indexrelid;
do $$
begin
  execute (select 'drop index ' || string_agg(name, ', ') from indexes_to_make);
end $$;

-- What tickets that are there already say of themselves: their stamps, the history of status, group and assignee, public comments of staff.
with changes as (
  select a.account_id, a.ticket_id, a.id, a.created_at as at,
    e.event ->> 'field_name' as field, e.event ->> 'value' as value, e.event ->> 'previous_value' as previous
  from ticket_audits a cross join lateral jsonb_array_elements(a.events) as e (event)
  where e.event ->> 'field_name' in ('status', 'group_id', 'assignee_id')),
stations as (
  select account_id, ticket_id,
    (count(*) filter (where field = 'group_id' and value is not null))::integer as groups,
    (count(*) filter (where field = 'assignee_id' and value is not null))::integer as assignees
  from changes group by account_id, ticket_id),
status_moves as (
  select account_id, ticket_id, at, value as status, previous,
    lead(at) over (partition by account_id, ticket_id order by at, id) as until
  from changes where field = 'status'),
history as (
  select account_id, ticket_id,
    (count(*) filter (where previous = 'solved' and status <> 'closed'))::integer as reopens,
    min(at) filter (where status = 'solved') as first_solved_at,
    sum(extract(epoch from until - at)) filter (where status in ('new', 'open', 'hold')) as requester_wait,
    sum(extract(epoch from until - at)) filter (where status = 'pending') as agent_wait,
    sum(extract(epoch from until - at)) filter (where status = 'hold') as on_hold
  from status_moves group by account_id, ticket_id),
answers as (
  select c.account_id, c.ticket_id, count(*)::integer as replies, min(c.created_at) as first_replied_at
  from ticket_comments c join users u on u.account_id = c.account_id and u.id = c.author_id
  where c.public and u.role <> 'end-user'
    and c.id > (select min(f.id) from ticket_comments f where f.account_id = c.account_id and f.ticket_id = c.ticket_id)
  group by c.account_id, c.ticket_id)
update tickets t set
  group_stations = greatest(s.groups, case when t.group_id is null then 0 else 1 end),
  assignee_stations = greatest(s.assignees, case when t.initially_assigned_at is null then 0 else 1 end),
  reopens = coalesce(h.reopens, 0),
  replies = coalesce(w.replies, 0),
  first_replied_at = w.first_replied_at,
  first_solved_at = coalesce(h.first_solved_at, t.solved_at),
  requester_wait_seconds = h.requester_wait::integer,
  agent_wait_seconds = h.agent_wait::integer,
  on_hold_seconds = coalesce(h.on_hold, 0)::integer,
  custom_status_updated_at = t.status_updated_at
from tickets own
  left join stations s on s.account_id = own.account_id and s.ticket_id = own.id
  left join history h on h.account_id = own.account_id and h.ticket_id = own.id
  left join answers w on w.account_id = own.account_id and w.ticket_id = own.id
where t.account_id = own.account_id and t.id = own.id;

do $$
declare
  one text;
begin
  for one in select definition from indexes_to_make loop
    execute one;
  end loop;
end $$;
drop table indexes_to_make;
create index tickets_by_generation on tickets (account_id, generated_at, id);
