-- The audit log by its words: who acted, what it was done to, and what was changed, as search_words of 0018_search.sql cuts them. Kept in the
-- row, so that a frequent word is compared without cutting the text again. No part of the chain, which hashes what was recorded.
alter table audit_logs add column words tsvector not null generated always as
  (search_words(account_id, actor_name || ' ' || source_label || ' ' || change_description)) stored;
alter table audit_logs alter column words set statistics 1000;
create index audit_logs_words on audit_logs using gin (words) with (gin_pending_list_limit = 256);
analyze audit_logs;
