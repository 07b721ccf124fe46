-- What rules have sent: the texts of mails and calls as they were rendered, beside the write that caused them.

-- What was sent for each mail, call, reply and side conversation that rules caused in the update, in the order in which they were performed.
-- Null until the job has run, and in audits of earlier versions. Each part names its mails and its call of a webhook by their ids.
alter table ticket_audits add column sent jsonb;

-- the same for a write of a record
alter table custom_object_record_runs add column sent jsonb;

-- The run that effects belong to: until they are performed, its trace says that they wait. Null in effects of earlier versions.
alter table object_trigger_effects add column run_id bigint;
-- whether effects of a run wait
create index object_trigger_effects_by_run on object_trigger_effects (account_id, run_id) where run_id is not null;

-- What was sent without its texts: they may contain what is redacted, in any form (escaped for JSON, cut, in capitals).
create function sent_without_texts(sent jsonb) returns jsonb language sql immutable parallel safe as $$
  select jsonb_agg(case when e.one ? 'subject' or e.one ? 'body' then (e.one - 'subject' - 'body') || '{"is_removed":true}' else e.one end order by e.place)
  from jsonb_array_elements(sent) with ordinality as e (one, place)
$$;
