-- An imitation of Citus for tests: its catalogue and the functions that distribute tables, which move no rows but refuse what Citus 13.2
-- refuses. Installed in a database of its own schema, which the search path of the database then names after public. Event triggers check each later
-- change of the schema, so the user must be a superuser.

create schema citus_stub;
set local search_path = citus_stub, public;

-- method: h for a table with a row on one node, n for one without; replication: t for one on every node, s for a local one that Citus has taken over
create table pg_dist_partition (
  logicalrelid regclass primary key,
  partmethod "char" not null,
  partkey text,
  colocationid integer not null,
  repmodel "char" not null
);
create table pg_dist_node (nodename text, isactive boolean not null, shouldhaveshards boolean not null, noderole text not null);
create table pg_dist_object (classid oid, objid oid, primary key (classid, objid));
create table groups_of_shards (id integer primary key, shards integer not null);
-- what was called, in order
create table calls (place bigint generated always as identity, name text not null, relation text not null);

create function column_to_column_name(relation regclass, "key" text) returns text language sql as $$ select "key" $$;

create function place_of(relation oid) returns text language sql stable set search_path = citus_stub, public as $$
  select coalesce((select case when p.partmethod = 'h' then 'distributed' when p.repmodel = 't' then 'reference' else 'local' end
    from pg_dist_partition p where p.logicalrelid = relation), 'local')
$$;

create function distribution_column(relation oid) returns smallint language sql stable set search_path = citus_stub, public as $$
  select a.attnum from pg_dist_partition p join pg_attribute a on a.attrelid = relation and a.attname = p.partkey where p.logicalrelid = relation
$$;

-- What one table must be.
create procedure check_table(relation oid) language plpgsql set search_path = citus_stub, public as $$
declare
  name text := relation::regclass;
  wrong text;
begin
  if (select relpersistence from pg_class where oid = relation) = 'u' then
    raise exception 'cannot add relation "%" to publication: it is unlogged', name;
  end if;
  select tgname into wrong from pg_trigger where tgrelid = relation and not tgisinternal;
  if wrong is not null then raise exception 'cannot distribute relation "%" because it has trigger "%"', name, wrong; end if;
  if place_of(relation) <> 'distributed' then return; end if;
  select i.indexrelid::regclass into wrong from pg_index i
    where i.indrelid = relation and (i.indisunique or i.indisexclusion) and distribution_column(relation) <> all (i.indkey::smallint[]);
  if wrong is not null then
    raise exception 'cannot create constraint on "%": the unique index "%" does not include the partition column', name, wrong;
  end if;
end $$;

-- What one foreign key must be.
create procedure check_key(k pg_constraint) language plpgsql set search_path = citus_stub, public as $$
declare
  own text := place_of(k.conrelid);
  target text := place_of(k.confrelid);
  at integer := array_position(k.conkey, distribution_column(k.conrelid));
begin
  if own = 'local' and target in ('local', 'reference') or own = 'reference' and target = 'reference' then return; end if;
  if own <> 'distributed' then
    raise exception 'foreign keys from reference tables and local tables to distributed tables are not supported (%)', k.conname;
  end if;
  if target = 'local' then raise exception 'cannot create foreign key constraint to a local table (%)', k.conname; end if;
  if k.confupdtype in ('c', 'n', 'd') and at is not null then
    raise exception 'SET NULL, SET DEFAULT or CASCADE is not supported in ON UPDATE operation (%)', k.conname;
  end if;
  if k.confdeltype in ('n', 'd') and at is not null then
    raise exception 'SET NULL or SET DEFAULT is not supported in ON DELETE operation (%)', k.conname;
  end if;
  if target = 'reference' then return; end if;
  if (select count(distinct colocationid) from pg_dist_partition where logicalrelid in (k.conrelid, k.confrelid)) > 1 then
    raise exception 'foreign key constraints between tables that are not colocated are not supported (%)', k.conname;
  end if;
  if at is null or k.confkey[at] is distinct from distribution_column(k.confrelid) then
    raise exception 'the foreign key constraint does not include the distribution column at the same place (%)', k.conname;
  end if;
end $$;

-- What a table that is being distributed must be, with all foreign keys that it has and that refer to it.
create procedure check_distributed(relation regclass) language plpgsql set search_path = citus_stub, public as $$
declare
  k pg_constraint;
begin
  call check_table(relation);
  for k in select * from pg_constraint where contype = 'f' and conparentid = 0 and relation in (conrelid, confrelid) loop call check_key(k); end loop;
end $$;

-- Local tables that refer to one on every node are taken over, when that comes about.
create function take_over(keys oid[]) returns void language sql set search_path = citus_stub, public as $$
  insert into pg_dist_partition select distinct c.conrelid, 'n'::"char", null, 0, 's'::"char" from pg_constraint c
  where c.oid = any (keys) and place_of(c.conrelid) = 'local' and place_of(c.confrelid) = 'reference' on conflict do nothing
$$;

-- Makes way for a table to be distributed; refuses one that is, or that was taken over and cannot be given back.
create procedure release(relation regclass) language plpgsql set search_path = citus_stub, public as $$
begin
  if place_of(relation) <> 'local' then raise exception 'table "%" is already distributed', relation; end if;
  delete from pg_dist_partition where logicalrelid = relation;
  if found and exists (select 1 from pg_attribute where attrelid = relation and attidentity <> '') then
    raise exception 'cannot complete operation on a table with identity column: %', relation;
  end if;
end $$;

create function create_reference_table(table_name regclass) returns void language plpgsql set search_path = citus_stub, public as $$
begin
  call release(table_name);
  insert into calls (name, relation) values ('create_reference_table', table_name::text);
  insert into pg_dist_partition values (table_name, 'n', null, 1, 't');
  call check_distributed(table_name);
  perform take_over(array(select oid from pg_constraint where confrelid = table_name));
end $$;

create function create_distributed_table(table_name regclass, distribution_column text, distribution_type text default 'hash',
  colocate_with text default 'default', shard_count integer default null) returns void language plpgsql set search_path = citus_stub, public as $$
declare
  -- as 'default' names the tables with as many shards, which nothing here does
  beside regclass := nullif(colocate_with, 'default')::regclass;
  in_group integer;
begin
  if (select relispartition from pg_class where oid = table_name) then raise exception 'distribute the parent of "%"', table_name; end if;
  if not exists (select 1 from pg_attribute where attrelid = table_name and attname = distribution_column and attnum > 0) then
    raise exception 'column "%" of relation "%" does not exist', distribution_column, table_name;
  end if;
  if beside is not null and shard_count is not null then raise exception 'cannot use colocate_with with a table and shard_count at the same time'; end if;
  if beside is null and shard_count not between 1 and 64000 then raise exception '% is outside the valid range for parameter "shard_count"', shard_count; end if;
  if beside is not null and place_of(beside) <> 'distributed' then raise exception 'relation % is not distributed', beside; end if;
  call release(table_name);
  if beside is null then
    insert into groups_of_shards select coalesce(max(id), 1) + 1, coalesce(shard_count, 32) from groups_of_shards returning id into in_group;
  else
    select colocationid into in_group from pg_dist_partition where logicalrelid = beside;
  end if;
  insert into calls (name, relation) values ('create_distributed_table', table_name::text);
  insert into pg_dist_partition select relid, 'h', distribution_column, in_group, 's' from pg_partition_tree(table_name)
    union select table_name, 'h', distribution_column, in_group, 's';
  call check_distributed(table_name);
end $$;

-- The rows stay: they lie on the nodes now, and the statements of tests read them.
create function truncate_local_data_after_distributing_table(function_name regclass) returns void language plpgsql
  set search_path = citus_stub, public as $$
begin
  if place_of(function_name) = 'local' then raise exception 'supplied parameter is not a distributed relation'; end if;
  insert into calls (name, relation) values ('truncate_local_data_after_distributing_table', function_name::text);
end $$;

create function create_distributed_function(function_name regprocedure, distribution_arg_name text default null) returns void language sql
  set search_path = citus_stub, public as $$
  insert into pg_dist_object values ('pg_proc'::regclass, function_name::oid)
$$;

create table known_keys (id oid primary key);

-- Each change of the schema: tables that are distributed must stay what they must be, and new foreign keys must be allowed. With its propagation
-- switched off, Citus neither sees nor refuses a change.
create function check_change() returns event_trigger language plpgsql set search_path = citus_stub, public as $$
declare
  new_keys oid[] := array(select c.oid from pg_constraint c where c.contype = 'f' and c.conparentid = 0 and c.oid not in (select id from known_keys));
  k pg_constraint;
  relation oid;
begin
  insert into known_keys select unnest(new_keys);
  if current_setting('citus.enable_ddl_propagation', true) in ('off', 'false') then return; end if;
  for relation in select logicalrelid from pg_dist_partition loop call check_table(relation); end loop;
  for k in select * from pg_constraint where oid = any (new_keys) loop call check_key(k); end loop;
  perform take_over(new_keys);
end $$;
insert into known_keys select oid from pg_constraint where contype = 'f' and conparentid = 0;
create event trigger citus_stub_changes on ddl_command_end
  when tag in ('CREATE TABLE', 'ALTER TABLE', 'CREATE INDEX', 'CREATE TRIGGER') execute function check_change();
-- the functions that are there when Citus is installed are on no other node; one that is made later is
create function note_function() returns event_trigger language plpgsql set search_path = citus_stub, public as $$
begin
  insert into pg_dist_object select c.classid, c.objid from pg_event_trigger_ddl_commands() c where c.schema_name = 'public' on conflict do nothing;
end $$;
create event trigger citus_stub_functions on ddl_command_end when tag in ('CREATE FUNCTION') execute function note_function();

insert into pg_dist_node values ('127.0.0.1', true, true, 'primary');
do $$ begin execute format('alter database %I set search_path = public, citus_stub', current_database()); end $$;
