-- What is true of the installation as a whole: one row. The fingerprint shows whether a process has the secret that what is stored was
-- hashed and sealed with; the secret cannot be found from it.
create table installation (
  id smallint primary key check (id = 1),
  pepper_fingerprint text not null,
  created_at timestamptz not null
);
