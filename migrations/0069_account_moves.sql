-- An account that is moved to another installation: what still happens with it here, and where it went.

-- `arriving`: its first copy is here, and nothing is done with it until the second one has come. `leaving`: it can be read, and nothing changes it.
-- `moved`: it is elsewhere, at `moved_to` if that is known. Null: it is in use. `moved_copy` is the digest of the first copy of one that is arriving.
alter table accounts add column move_state text;
alter table accounts add column moved_to text;
alter table accounts add column moved_copy text;
alter table accounts add constraint accounts_move_state_check check (move_state in ('arriving', 'leaving', 'moved'));
