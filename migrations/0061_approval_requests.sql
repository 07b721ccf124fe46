-- Approval requests: agents ask a person or a group to approve something about a ticket.
create table approval_requests (
  account_id bigint not null references accounts (id),
  id text not null,
  ticket_id bigint not null,
  subject text not null,
  message text not null,
  assignee_user_id bigint,
  assignee_group_id bigint,
  status text not null check (status in ('active', 'approved', 'rejected', 'withdrawn')),
  origination_type text not null,
  created_by_id bigint not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  check ((assignee_user_id is null) <> (assignee_group_id is null))
);
-- the request of a ticket that is not withdrawn, of which there is at most one
create unique index approval_requests_of_ticket on approval_requests (account_id, ticket_id) where status <> 'withdrawn';
-- the requests of one who approves
create index approval_requests_by_user on approval_requests (account_id, assignee_user_id, id) where assignee_user_id is not null;
create index approval_requests_by_group on approval_requests (account_id, assignee_group_id, id) where assignee_group_id is not null;
