-- Files of what is suspended, keys that stay taken, and tickets somebody wanted back.

-- An upload whose request was suspended waits with it: no token takes it any more, and it goes when the suspended ticket goes.
alter table uploads
  add column suspended_ticket_id bigint,
  add foreign key (account_id, suspended_ticket_id) references suspended_tickets (account_id, id);
create index uploads_by_suspended_ticket on uploads (account_id, suspended_ticket_id) where suspended_ticket_id is not null;
drop index uploads_by_expiry;
create index uploads_by_expiry on uploads (account_id, expires_at) where suspended_ticket_id is null;

-- A key is used once: what records held under it goes by a job, which must not take away what they would be given anew.
alter table custom_objects add column spent_field_keys text[] not null default '{}';

-- Deletion schedules leave alone what somebody has brought back.
alter table tickets add column restored_at timestamptz;
