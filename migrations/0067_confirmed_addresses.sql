-- Addresses of agents and administrators that no person has set. Those who read their mail could choose the password of their user, so a program
-- that sets one could become that user, and decide in their name.

-- False for an address that a program has given to someone who is or was staff, until a person verifies it or makes it the primary one.
alter table user_identities add column confirmed boolean not null default true;

-- True of everyone who is or was an agent or administrator. A program that makes one an end user for a moment must not get around the above.
alter table users add column was_staff boolean not null default false;
update users set was_staff = true where role <> 'end-user';
