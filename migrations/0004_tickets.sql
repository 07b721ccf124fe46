-- Tickets with their comments and audits. These three are written on the hottest path: they name users, groups and the rest
-- without foreign keys (nothing a ticket names is ever removed physically; the acts check what is named).
create table ticket_counters (
  account_id bigint primary key references accounts (id),
  last_id bigint not null,
  live_count integer not null
);

create table tickets (
  account_id bigint not null,
  id bigint not null,
  lock_version integer not null default 0,
  external_id text,
  via_id smallint not null,
  via jsonb not null,
  type text check (type in ('problem', 'incident', 'question', 'task')),
  subject text,
  description text not null,
  priority text check (priority in ('low', 'normal', 'high', 'urgent')),
  status text not null check (status in ('new', 'open', 'pending', 'hold', 'solved', 'closed')),
  custom_status_id bigint not null,
  recipient text,
  requester_id bigint not null,
  submitter_id bigint not null,
  assignee_id bigint,
  organization_id bigint,
  group_id bigint,
  brand_id bigint not null,
  ticket_form_id bigint not null,
  problem_id bigint,
  has_incidents boolean not null default false,
  is_public boolean not null,
  due_at timestamptz,
  tags text[] not null default '{}',
  custom_fields jsonb not null default '{}',
  email_cc_ids bigint[] not null default '{}',
  follower_ids bigint[] not null default '{}',
  followup_ids bigint[] not null default '{}',
  sharing_agreement_ids bigint[] not null default '{}',
  satisfaction_rating jsonb,
  comment_count integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  generated_at timestamptz not null,
  status_updated_at timestamptz not null,
  requester_updated_at timestamptz not null,
  assignee_updated_at timestamptz,
  latest_comment_added_at timestamptz,
  initially_assigned_at timestamptz,
  assigned_at timestamptz,
  new_at timestamptz,
  open_at timestamptz,
  pending_at timestamptz,
  hold_at timestamptz,
  solved_at timestamptz,
  closed_at timestamptz,
  deleted_at timestamptz,
  deleted_by_id bigint,
  primary key (account_id, id)
);
create index tickets_by_update on tickets (account_id, updated_at, id) where deleted_at is null;
create index tickets_by_requester on tickets (account_id, requester_id, id);
create index tickets_by_assignee on tickets (account_id, assignee_id, id) where assignee_id is not null;
create index tickets_by_group on tickets (account_id, group_id, id) where group_id is not null;
create index tickets_by_organization on tickets (account_id, organization_id, id) where organization_id is not null;
create index tickets_by_external_id on tickets (account_id, external_id) where external_id is not null;
create index tickets_by_problem on tickets (account_id, problem_id) where problem_id is not null;
create index tickets_by_cc on tickets using gin (email_cc_ids) where email_cc_ids <> '{}';
create index tickets_by_follower on tickets using gin (follower_ids) where follower_ids <> '{}';
create index tickets_by_tag on tickets using gin (tags) with (fastupdate = off);
create index tickets_deleted on tickets (account_id, deleted_at, id) where deleted_at is not null;

create table ticket_audits (
  account_id bigint not null,
  id bigint not null,
  ticket_id bigint not null,
  author_id bigint not null,
  via jsonb not null,
  metadata jsonb not null,
  events jsonb not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index ticket_audits_by_ticket on ticket_audits (account_id, ticket_id, created_at, id);

create table ticket_comments (
  account_id bigint not null,
  id bigint not null,
  ticket_id bigint not null,
  audit_id bigint not null,
  author_id bigint not null,
  public boolean not null,
  body text not null,
  html_body text not null,
  plain_body text not null,
  via jsonb not null,
  metadata jsonb not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index ticket_comments_by_ticket on ticket_comments (account_id, ticket_id, created_at, id);
