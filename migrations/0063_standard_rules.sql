-- Views and triggers that a fresh instance has came with later versions: an instance that was made before gets those it lacks at the first
-- start after the upgrade, once and switched off. True where that is done, and of every instance that is made now.
alter table accounts add column has_standard_rules boolean not null default false;
