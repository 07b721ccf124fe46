-- What was asked for is done with the authority of who asked, as long as it lasts, and goes on after a failure.

-- What a bulk job is to do, for whom and with which credential; until it is done. Plain json: what people sent is kept byte for byte.
alter table job_statuses add column work json;

-- Who signs out does not take back what they have asked for. The row stays for a while and opens nothing any more.
alter table sessions add column signed_out_at timestamptz;

-- Which worker does what is due in an instance at the moment; until when by the machine's clock, should it die over it.
create table due_claims (
  account_id bigint primary key references accounts (id),
  holder text not null,
  claimed_until timestamptz not null
);
