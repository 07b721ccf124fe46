-- An index for each way a table is read. What counts of one person's or one organization's tickets ask of a ticket stands in the index, so
-- that tens of thousands are counted without reading one of them.
drop index tickets_by_organization;
create index tickets_by_organization on tickets (account_id, organization_id, id) include (is_public, deleted_at)
  where organization_id is not null;
drop index tickets_by_requester;
create index tickets_by_requester on tickets (account_id, requester_id, id) include (is_public, deleted_at);
drop index tickets_by_assignee;
create index tickets_by_assignee on tickets (account_id, assignee_id, id) include (deleted_at) where assignee_id is not null;
create index users_active on users (account_id, id) where active;

-- What is not closed, by what agents look for first: `status:open priority:urgent`, and open tickets by priority.
create index tickets_unclosed_by_priority on tickets (account_id, status, priority, id) where status <> 'closed' and deleted_at is null;

-- The tickets that have some words, by the index on words whatever the planner expects. It takes comparing a list of words for as cheap as
-- comparing two numbers, and so reads all lists of a small instance where many tickets have the word; each must be unpacked for that.
create function tickets_with_words(account bigint, asked tsquery) returns setof bigint language plpgsql stable parallel safe
  set enable_seqscan = off set enable_indexscan = off as $$
begin
  return query select w.ticket_id from ticket_texts w where w.account_id = account and w.words @@ asked;
end $$;
