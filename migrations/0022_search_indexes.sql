-- Searches for `assignee:none`, `group:none` and `organization:none`, and views of what nobody has taken up yet: mostly few, and asked for often.
create index tickets_unassigned on tickets (account_id, id) where assignee_id is null and deleted_at is null;
create index tickets_without_group on tickets (account_id, id) where group_id is null and deleted_at is null;
create index tickets_without_organization on tickets (account_id, id) where organization_id is null and deleted_at is null;
