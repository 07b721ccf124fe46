-- What a database needs that is distributed by account: a lock of each account's own, no foreign key that writes, and no function that reads tickets.

-- The acts on the configuration of an account exclude each other by its row here. Not by that of `accounts`, which every node of a distributed
-- database has, nor by that of ticket_counters, which each new ticket locks. The lock waits for the acts of the old version that are under way:
-- these exclude each other by the row of `accounts`.
lock table accounts in exclusive mode;
create table account_locks (
  account_id bigint not null references accounts (id),
  primary key (account_id)
);
insert into account_locks (account_id) select id from accounts;

-- The statement that moves a category writes its position to its triggers, which `on update cascade` did.
alter table triggers drop constraint triggers_account_id_category_id_category_position_fkey;
alter table triggers add constraint triggers_account_id_category_id_fkey
  foreign key (account_id, category_id) references trigger_categories (account_id, id);
drop index trigger_categories_position;

-- So expensive for the planner that it reads few rows for which it may have to be called: tickets that have some words are found by the index on
-- words. Without it the planner takes comparing a list of words for as cheap as comparing two numbers, and so reads all lists of a small
-- instance; each must be unpacked for that. tickets_with_words did the same; it stays while processes of the old version search.
create function prefer_index(ticket_id bigint) returns boolean language plpgsql immutable parallel safe cost 10000 as $$
begin
  return true;
end $$;
