-- Addresses of agents and administrators that no person has set. Those who read their mail could choose the password of their user, so a program
-- that sets one could become that user, and decide in their name.

-- False for an address that a program has given to someone who was staff already, until a person verifies it or makes it the primary one.
alter table user_identities add column confirmed boolean not null default true;
