-- A deleted status stays findable by its id, and tickets keep naming it.
alter table custom_statuses add column deleted_at timestamptz;
