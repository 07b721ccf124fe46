-- The macros that a workspace offers; ids of macros that are deleted later stay, and are not shown.
alter table workspaces add column macro_ids bigint[] not null default '{}';
