-- What every write of a ticket in an account with rules inserts, with an index less for each: a run is found by its ticket and its audit,
-- a firing by its time. Mails are written by hundreds at once; as in other tables that are written that often, no reference is checked.
alter table ticket_rule_runs drop constraint ticket_rule_runs_pkey, add primary key (account_id, ticket_id, audit_id);
drop index ticket_rule_runs_by_ticket;
alter table rule_firings drop constraint rule_firings_pkey, add primary key (account_id, fired_at, audit_id);
drop index rule_firings_by_time;
alter table mails drop constraint mails_account_id_fkey;
