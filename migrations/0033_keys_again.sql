-- A key whose field was deleted is free again. The values of the old field lie where they are until a job has taken them, so those of a
-- field that has its key from another one lie under a name of their own. Null: under the key.
alter table user_custom_fields add column stored_as text;
alter table organization_custom_fields add column stored_as text;
