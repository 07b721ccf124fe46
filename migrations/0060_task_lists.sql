-- Task lists: templates with their tasks, and the copies that tickets have of them.
create table task_list_templates (
  account_id bigint not null references accounts (id),
  id text not null,
  name text not null,
  description text not null,
  is_active boolean not null,
  is_required boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
);

-- a task belongs to a template or to the list of a ticket
create table task_list_tasks (
  account_id bigint not null references accounts (id),
  id text not null,
  task_list_template_id text,
  task_list_id text,
  name text not null,
  description text not null,
  position integer not null,
  required boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  check ((task_list_template_id is null) <> (task_list_id is null)),
  foreign key (account_id, task_list_template_id) references task_list_templates (account_id, id)
);
-- the tasks of a template in their order
create index task_list_tasks_of_template on task_list_tasks (account_id, task_list_template_id, position, id)
  where task_list_template_id is not null;
-- the tasks of a list, counted with it and removed with it
create index task_list_tasks_of_list on task_list_tasks (account_id, task_list_id) where task_list_id is not null;

create table task_lists (
  account_id bigint not null references accounts (id),
  id text not null,
  ticket_id bigint not null,
  -- the template may be gone since
  task_list_template_id text not null,
  name text not null,
  description text not null,
  is_required boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
);
-- the list of a ticket, which has at most one; also what scrubbing the ticket removes
create unique index task_lists_of_ticket on task_lists (account_id, ticket_id);
