-- Ways of reading assets and approval requests that had no index.

-- assets by words, and in each order that a list can have
create index assets_by_word on assets using gin (words);
create index assets_by_name on assets (account_id, name, id);
create index assets_by_creation on assets (account_id, created_at, id);
create index assets_by_update on assets (account_id, updated_at, id);
-- locations by a name that bulk work gives
create index asset_locations_by_name on asset_locations (account_id, lower(name), id);
-- approval requests of a state
create index approval_requests_by_status on approval_requests (account_id, status, id);
-- all approval requests of a ticket, also withdrawn ones: scrubbing the ticket removes them
create index approval_requests_by_ticket on approval_requests (account_id, ticket_id);
