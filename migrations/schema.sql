-- Generated from a migrated database by `deskhand generate`. Do not edit.

create sequence asset_statuses_number_seq start 1 increment 1;

create sequence asset_types_number_seq start 1 increment 1;

create sequence custom_object_records_number_seq start 1 increment 1;

create sequence group_sla_policies_number_seq start 1 increment 1;

create sequence record_ids start 1000000 increment 1000;

create sequence side_conversation_events_number_seq start 1 increment 1;

create sequence side_conversations_number_seq start 1 increment 1;

create sequence webhooks_number_seq start 1 increment 1;

CREATE OR REPLACE FUNCTION public.field_values(account_id bigint, fields jsonb)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select array_to_tsvector(coalesce(array_agg(distinct 'a' || account_id || 'x' || left(lower(value #>> '{}'), 200)), '{}'))
    from jsonb_path_query(fields, 'lax $.*[*] ? (@ != null)') as f (value)
$function$;

CREATE OR REPLACE FUNCTION public.prefer_index(ticket_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE COST 10000
AS $function$
begin
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.search_card(account_id bigint, a text, b text, c text, d text[])
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
declare
  words tsvector := setweight(public.search_words(account_id, coalesce(a, '')), 'A');
begin
  if b <> '' then words := public.search_joined(words, setweight(public.search_words(account_id, b), 'B')); end if;
  if c <> '' then words := public.search_joined(words, setweight(public.search_words(account_id, c), 'C')); end if;
  return public.search_joined(words, setweight(public.search_words(account_id, array_to_string(d, ' ')), 'D'));
end $function$;

CREATE OR REPLACE FUNCTION public.search_each(account_id bigint, texts text[])
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
declare
  words tsvector := '';
  body text;
begin
  foreach body in array coalesce(texts, '{}') loop words := public.search_joined(words, public.search_words(account_id, body)); end loop;
  return words;
end $function$;

CREATE OR REPLACE FUNCTION public.search_joined(words tsvector, more tsvector)
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
declare
  apart tsvector := ts_delete('|:1'::tsvector || more, '|');
begin
  if pg_column_compression(words) is null and pg_column_size(words) + pg_column_size(more) < 1000000 then return words || apart; end if;
  begin
    return words || apart;
  exception when program_limit_exceeded then
    return words;
  end;
end $function$;

CREATE OR REPLACE FUNCTION public.search_marks(words tsvector)
 RETURNS smallint[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE COST 1000
AS $function$
declare
  word text; places smallint[]; weights text[]; place smallint; i integer;
  at text[] := '{}'; marks smallint[] := '{}';
begin
  for word, places, weights in select * from unnest(words) loop
    foreach place in array coalesce(places, '{}') loop at[place] := word; end loop;
    if 'A' = any(weights) then marks := marks || ((hashtext(word || ' A') & 65535) - 32768)::smallint; end if;
  end loop;
  for i in 1 .. coalesce(array_upper(at, 1), 1) - 1 loop
    if at[i] is not null and at[i + 1] is not null then
      marks := marks || ((hashtext(at[i] || ' ' || at[i + 1]) & 65535) - 32768)::smallint;
    end if;
  end loop;
  return marks;
end $function$;

CREATE OR REPLACE FUNCTION public.search_words(account_id bigint, body text)
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
declare
  folded text := lower(body);
  mark text := ' a' || account_id || 'x';
begin
  if octet_length(folded) > length(folded) then
    folded := regexp_replace(lower(normalize(folded, nfkd)), '[\u0300-\u036f\u3099\u309a]+', '', 'g');
    folded := translate(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđħŧı', 'oldhti');
    folded := regexp_replace(folded, '([\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff])', ' \1 ', 'g');
  end if;
  folded := mark || regexp_replace(folded,
    '[\u0001-/:-`{-\u00bf\u00d7\u00f7\u2000-\u2bff\u3000-\u3020\u3030\u303d-\u303f\ufe00-\ufe6f\ufff0-\uffff\U0001f000-\U0001faff]+', mark, 'g');
  -- so many characters always fit; an exception block costs more than cutting the words
  if length(folded) < 100000 then return to_tsvector('simple', folded); end if;
  loop
    begin
      return to_tsvector('simple', folded);
    exception when program_limit_exceeded then
      -- more words than a column holds: the first ones are found
      folded := left(folded, length(folded) / 2);
    end;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.sent_without_texts(sent jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select jsonb_agg(case when e.one ? 'subject' or e.one ? 'body' then (e.one - 'subject' - 'body') || '{"is_removed":true}' else e.one end order by e.place)
  from jsonb_array_elements(sent) with ordinality as e (one, place)
$function$;

CREATE OR REPLACE FUNCTION public.tickets_with_words(account bigint, asked tsquery)
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
AS $function$
begin
  return query select w.ticket_id from ticket_texts w where w.account_id = account and w.words @@ asked;
end $function$;

create table access_people (
  account_id bigint not null,
  user_id bigint not null,
  manager_id bigint,
  duties text[] not null default '{}'::text[],
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint access_people_pkey PRIMARY KEY (account_id, user_id),
  constraint access_people_account_id_manager_id_fkey FOREIGN KEY (account_id, manager_id) REFERENCES users(account_id, id),
  constraint access_people_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id) ON DELETE CASCADE,
  constraint access_people_duties_check CHECK ((duties <@ ARRAY['requester'::text, 'provisioner'::text, 'engineer'::text, 'support_operations'::text]))
);

create table access_request_events (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  access_request_id bigint not null,
  type text not null,
  actor_id bigint not null,
  from_state text,
  to_state text,
  body text not null default ''::text,
  created_at timestamp with time zone not null,
  constraint access_request_events_pkey PRIMARY KEY (account_id, id),
  constraint access_request_events_account_id_access_request_id_fkey FOREIGN KEY (account_id, access_request_id) REFERENCES access_requests(account_id, id) ON DELETE CASCADE
);
CREATE INDEX access_request_events_by_request ON public.access_request_events USING btree (account_id, access_request_id, id);

create table access_requests (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  kind text not null,
  state text not null,
  title text not null,
  business_reason text not null,
  use_case text not null,
  integration_kind text,
  scopes text[] not null default '{}'::text[],
  lifetime_days integer,
  requester_id bigint not null,
  manager_id bigint not null,
  approved_by_id bigint,
  reviewed_by_id bigint,
  decided_by_id bigint,
  issued_by_id bigint,
  external_url text,
  deadline_at timestamp with time zone,
  api_token_id bigint,
  integration_id bigint,
  shared_secret_id bigint,
  approved_at timestamp with time zone,
  reviewed_at timestamp with time zone,
  accepted_at timestamp with time zone,
  issued_at timestamp with time zone,
  handed_over_at timestamp with time zone,
  activated_at timestamp with time zone,
  closed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  external_key bytea,
  constraint access_requests_pkey PRIMARY KEY (account_id, id),
  constraint access_requests_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint access_requests_account_id_manager_id_fkey FOREIGN KEY (account_id, manager_id) REFERENCES users(account_id, id),
  constraint access_requests_account_id_requester_id_fkey FOREIGN KEY (account_id, requester_id) REFERENCES users(account_id, id),
  constraint access_requests_kind_check CHECK ((kind = ANY (ARRAY['api_token'::text, 'integration'::text]))),
  constraint access_requests_lifetime_days_check CHECK ((lifetime_days > 0)),
  constraint access_requests_state_check CHECK ((state = ANY (ARRAY['submitted'::text, 'manager_approved'::text, 'security_reviewed'::text, 'accepted'::text, 'issued'::text, 'handed_over'::text, 'active'::text, 'revoked'::text, 'rejected'::text, 'withdrawn'::text, 'expired'::text])))
);
CREATE INDEX access_requests_by_manager ON public.access_requests USING btree (account_id, manager_id, state, id);
CREATE INDEX access_requests_by_requester ON public.access_requests USING btree (account_id, requester_id, id);
CREATE INDEX access_requests_by_state ON public.access_requests USING btree (account_id, state, id);
CREATE INDEX access_requests_due ON public.access_requests USING btree (account_id, deadline_at) WHERE (deadline_at IS NOT NULL);
CREATE UNIQUE INDEX access_requests_external_key ON public.access_requests USING btree (account_id, external_key) WHERE (external_key IS NOT NULL);

create table account_locks (
  account_id bigint not null,
  constraint account_locks_pkey PRIMARY KEY (account_id),
  constraint account_locks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table accounts (
  id bigint not null generated by default as identity,
  subdomain text not null,
  host text,
  name text not null,
  kind text not null,
  deployment text not null,
  is_default boolean not null,
  owner_id bigint,
  settings jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  has_standard_rules boolean not null default false,
  has_named_twin_addresses boolean not null default false,
  move_state text,
  moved_to text,
  moved_copy text,
  constraint accounts_host_key UNIQUE (host),
  constraint accounts_subdomain_key UNIQUE (subdomain),
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_deployment_check CHECK ((deployment = ANY (ARRAY['commercial'::text, 'government'::text]))),
  constraint accounts_kind_check CHECK ((kind = ANY (ARRAY['production'::text, 'sandbox'::text, 'development'::text]))),
  constraint accounts_move_state_check CHECK ((move_state = ANY (ARRAY['arriving'::text, 'leaving'::text, 'moved'::text])))
);
CREATE UNIQUE INDEX accounts_one_default ON public.accounts USING btree (is_default) WHERE is_default;

create table activities (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  user_id bigint not null,
  actor_id bigint not null,
  ticket_id bigint not null,
  comment_id bigint,
  verb text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint activities_pkey PRIMARY KEY (account_id, id),
  constraint activities_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint activities_account_id_ticket_id_fkey FOREIGN KEY (account_id, ticket_id) REFERENCES tickets(account_id, id) ON DELETE CASCADE,
  constraint activities_verb_check CHECK ((verb = ANY (ARRAY['tickets.assignment'::text, 'tickets.comment'::text, 'tickets.priority_increase'::text])))
);
CREATE INDEX activities_by_age ON public.activities USING btree (account_id, created_at);
CREATE INDEX activities_by_ticket ON public.activities USING btree (account_id, ticket_id);
CREATE INDEX activities_by_user ON public.activities USING btree (account_id, user_id, created_at DESC, id);

create table agent_availabilities (
  account_id bigint not null,
  user_id bigint not null,
  status text not null,
  reason text not null,
  version integer not null,
  updated_at timestamp with time zone not null,
  constraint agent_availabilities_pkey PRIMARY KEY (account_id, user_id),
  constraint agent_availabilities_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint agent_availabilities_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id),
  constraint agent_availabilities_status_check CHECK ((status = ANY (ARRAY['online'::text, 'away'::text, 'transfers_only'::text, 'offline'::text])))
);

create table agent_displays (
  account_id bigint not null,
  agent_id bigint not null,
  kind text not null,
  record_id bigint not null,
  requested_at timestamp with time zone not null,
  constraint agent_displays_pkey PRIMARY KEY (account_id, agent_id),
  constraint agent_displays_account_id_agent_id_fkey FOREIGN KEY (account_id, agent_id) REFERENCES users(account_id, id),
  constraint agent_displays_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint agent_displays_kind_check CHECK ((kind = ANY (ARRAY['ticket'::text, 'user'::text])))
);

create table api_tokens (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  user_id bigint not null,
  assigned_user_id bigint,
  description text not null,
  exception text,
  reason text,
  active boolean not null default true,
  token_hash bytea not null,
  visible_token text not null,
  last_used_at timestamp with time zone,
  expires_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  access_request_id bigint,
  integration_id bigint,
  allowed_ips text[],
  per_minute integer,
  replaced_by_id bigint,
  silent_days integer,
  replaced_at timestamp with time zone,
  replaced_logged_at timestamp with time zone,
  deactivated_at timestamp with time zone,
  idle_at timestamp with time zone,
  deactivation_reason text,
  noticed_for timestamp with time zone,
  noticed_days integer,
  seen_by_creator boolean not null default false,
  constraint api_tokens_pkey PRIMARY KEY (account_id, id),
  constraint api_tokens_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint api_tokens_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id),
  constraint api_tokens_exception_check CHECK ((exception = ANY (ARRAY['personal_use'::text, 'team_automation'::text, 'bootstrap'::text]))),
  constraint api_tokens_per_minute_check CHECK ((per_minute > 0)),
  constraint api_tokens_silent_days_check CHECK ((silent_days > 0))
);
CREATE INDEX api_tokens_by_integration ON public.api_tokens USING btree (account_id, integration_id) WHERE (integration_id IS NOT NULL);
CREATE INDEX api_tokens_by_request ON public.api_tokens USING btree (account_id, access_request_id) WHERE (access_request_id IS NOT NULL);
CREATE UNIQUE INDEX api_tokens_hash ON public.api_tokens USING btree (account_id, token_hash);

create table approval_requests (
  account_id bigint not null,
  id text not null,
  ticket_id bigint not null,
  subject text not null,
  message text not null,
  assignee_user_id bigint,
  assignee_group_id bigint,
  status text not null,
  origination_type text not null,
  created_by_id bigint not null,
  created_at timestamp with time zone not null,
  constraint approval_requests_pkey PRIMARY KEY (account_id, id),
  constraint approval_requests_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint approval_requests_check CHECK (((assignee_user_id IS NULL) <> (assignee_group_id IS NULL))),
  constraint approval_requests_status_check CHECK ((status = ANY (ARRAY['active'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text])))
);
CREATE INDEX approval_requests_by_group ON public.approval_requests USING btree (account_id, assignee_group_id, id) WHERE (assignee_group_id IS NOT NULL);
CREATE INDEX approval_requests_by_status ON public.approval_requests USING btree (account_id, status, id);
CREATE INDEX approval_requests_by_ticket ON public.approval_requests USING btree (account_id, ticket_id);
CREATE INDEX approval_requests_by_user ON public.approval_requests USING btree (account_id, assignee_user_id, id) WHERE (assignee_user_id IS NOT NULL);
CREATE UNIQUE INDEX approval_requests_of_ticket ON public.approval_requests USING btree (account_id, ticket_id) WHERE (status <> 'withdrawn'::text);

create table asset_fields (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  asset_type_id text not null,
  key text not null,
  type text not null,
  title text not null,
  description text not null,
  position integer not null,
  active boolean not null,
  required boolean not null,
  regexp_for_validation text,
  tag text,
  options jsonb not null,
  relationship_target_type text,
  relationship_filter jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint asset_fields_pkey PRIMARY KEY (account_id, id),
  constraint asset_fields_account_id_asset_type_id_fkey FOREIGN KEY (account_id, asset_type_id) REFERENCES asset_types(account_id, id),
  constraint asset_fields_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table asset_locations (
  account_id bigint not null,
  id text not null,
  name text not null,
  external_id text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint asset_locations_pkey PRIMARY KEY (account_id, id),
  constraint asset_locations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX asset_locations_by_name ON public.asset_locations USING btree (account_id, lower(name), id);

create table asset_statuses (
  account_id bigint not null,
  id text not null,
  number bigint not null generated by default as identity,
  name text not null,
  external_id text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint asset_statuses_pkey PRIMARY KEY (account_id, id),
  constraint asset_statuses_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table asset_types (
  account_id bigint not null,
  id text not null,
  number bigint not null generated by default as identity,
  name text not null,
  description text,
  external_id text,
  parent_id text,
  hierarchy_depth smallint not null,
  is_standard boolean not null default false,
  created_by_user_id bigint not null,
  updated_by_user_id bigint not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint asset_types_pkey PRIMARY KEY (account_id, id),
  constraint asset_types_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint asset_types_account_id_parent_id_fkey FOREIGN KEY (account_id, parent_id) REFERENCES asset_types(account_id, id),
  constraint asset_types_hierarchy_depth_check CHECK (((hierarchy_depth >= 1) AND (hierarchy_depth <= 3)))
);

create table assets (
  account_id bigint not null,
  id text not null,
  name text not null,
  asset_type_id text not null,
  status_id text not null,
  location_id text,
  user_id bigint,
  organization_id bigint,
  external_id text,
  asset_tag text,
  serial_number text,
  manufacturer text,
  model text,
  vendor text,
  notes text,
  purchase_cost double precision,
  purchase_date text,
  warranty_expiration text,
  custom_field_values jsonb not null,
  words tsvector not null,
  created_by_user_id bigint not null,
  updated_by_user_id bigint not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint assets_pkey PRIMARY KEY (account_id, id),
  constraint assets_account_id_asset_type_id_fkey FOREIGN KEY (account_id, asset_type_id) REFERENCES asset_types(account_id, id),
  constraint assets_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint assets_account_id_location_id_fkey FOREIGN KEY (account_id, location_id) REFERENCES asset_locations(account_id, id),
  constraint assets_account_id_status_id_fkey FOREIGN KEY (account_id, status_id) REFERENCES asset_statuses(account_id, id)
);
CREATE INDEX assets_by_creation ON public.assets USING btree (account_id, created_at, id);
CREATE INDEX assets_by_location ON public.assets USING btree (account_id, location_id) WHERE (location_id IS NOT NULL);
CREATE INDEX assets_by_name ON public.assets USING btree (account_id, name, id);
CREATE INDEX assets_by_organization ON public.assets USING btree (account_id, organization_id) WHERE (organization_id IS NOT NULL);
CREATE INDEX assets_by_type ON public.assets USING btree (account_id, asset_type_id);
CREATE INDEX assets_by_update ON public.assets USING btree (account_id, updated_at, id);
CREATE INDEX assets_by_user ON public.assets USING btree (account_id, user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX assets_by_word ON public.assets USING gin (words);
CREATE UNIQUE INDEX assets_external_id ON public.assets USING btree (account_id, external_id) WHERE (external_id IS NOT NULL);

create table attachments (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  file_id bigint,
  upload_id bigint,
  ticket_id bigint,
  comment_id bigint,
  photo_of_id bigint,
  logo_of_id bigint,
  author_id bigint not null,
  file_name text not null,
  content_type text not null,
  picture_type text,
  size bigint not null,
  width integer,
  height integer,
  inline boolean not null default false,
  malware_access_override boolean not null default false,
  created_at timestamp with time zone not null,
  macro_id bigint,
  constraint attachments_pkey PRIMARY KEY (account_id, id),
  constraint attachments_account_id_file_id_fkey FOREIGN KEY (account_id, file_id) REFERENCES stored_files(account_id, id),
  constraint attachments_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint attachments_account_id_logo_of_id_fkey FOREIGN KEY (account_id, logo_of_id) REFERENCES brands(account_id, id),
  constraint attachments_account_id_macro_id_fkey FOREIGN KEY (account_id, macro_id) REFERENCES macros(account_id, id),
  constraint attachments_account_id_photo_of_id_fkey FOREIGN KEY (account_id, photo_of_id) REFERENCES users(account_id, id),
  constraint attachments_account_id_upload_id_fkey FOREIGN KEY (account_id, upload_id) REFERENCES uploads(account_id, id),
  constraint attachments_check CHECK ((num_nonnulls(upload_id, comment_id, photo_of_id, logo_of_id, macro_id) = 1)),
  constraint attachments_check1 CHECK ((num_nonnulls(ticket_id, comment_id) = ANY (ARRAY[0, 2])))
);
CREATE INDEX attachments_by_comment ON public.attachments USING btree (account_id, comment_id, id) WHERE (comment_id IS NOT NULL);
CREATE INDEX attachments_by_file ON public.attachments USING btree (account_id, file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX attachments_by_macro ON public.attachments USING btree (account_id, macro_id, id) WHERE (macro_id IS NOT NULL);
CREATE INDEX attachments_by_ticket ON public.attachments USING btree (account_id, ticket_id) WHERE (ticket_id IS NOT NULL);
CREATE INDEX attachments_by_upload ON public.attachments USING btree (account_id, upload_id) WHERE (upload_id IS NOT NULL);
CREATE UNIQUE INDEX attachments_one_logo ON public.attachments USING btree (account_id, logo_of_id) WHERE (logo_of_id IS NOT NULL);
CREATE UNIQUE INDEX attachments_one_photo ON public.attachments USING btree (account_id, photo_of_id) WHERE (photo_of_id IS NOT NULL);

create table audit_chain_heads (
  account_id bigint not null,
  position bigint not null,
  hash bytea not null,
  recorded_at timestamp with time zone not null,
  constraint audit_chain_heads_pkey PRIMARY KEY (account_id),
  constraint audit_chain_heads_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint audit_chain_heads_position_check CHECK (("position" >= 0))
);

create table audit_log_exports (
  account_id bigint not null,
  id bigint not null,
  user_id bigint not null,
  filter jsonb not null,
  state text not null,
  entries integer,
  content bytea,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  constraint audit_log_exports_pkey PRIMARY KEY (account_id, id),
  constraint audit_log_exports_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint audit_log_exports_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id),
  constraint audit_log_exports_state_check CHECK ((state = ANY (ARRAY['working'::text, 'ready'::text, 'failed'::text])))
);
CREATE INDEX audit_log_exports_by_age ON public.audit_log_exports USING btree (account_id, expires_at);

create table audit_logs (
  account_id bigint not null,
  id bigint not null,
  actor_id bigint not null,
  actor_name text not null,
  action text not null,
  source_type text not null,
  source_id bigint not null,
  source_label text not null,
  change_description text not null,
  ip_address text,
  details jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null,
  position bigint,
  previous_hash bytea,
  hash bytea,
  words tsvector not null generated always as (search_words(account_id, ((((actor_name || ' '::text) || source_label) || ' '::text) || change_description))) stored,
  constraint audit_logs_pkey PRIMARY KEY (account_id, id),
  constraint audit_logs_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint audit_logs_chained CHECK ((num_nulls("position", previous_hash, hash) = ANY (ARRAY[0, 3]))),
  constraint audit_logs_position_check CHECK (("position" > 0))
);
CREATE UNIQUE INDEX audit_logs_by_position ON public.audit_logs USING btree (account_id, "position");
CREATE INDEX audit_logs_by_source ON public.audit_logs USING btree (account_id, source_type, source_id, created_at, id);
CREATE INDEX audit_logs_by_time ON public.audit_logs USING btree (account_id, created_at, id);
CREATE INDEX audit_logs_words ON public.audit_logs USING gin (words) WITH (gin_pending_list_limit='256');

create table automation_hours (
  account_id bigint not null,
  hour timestamp with time zone not null,
  constraint automation_hours_pkey PRIMARY KEY (account_id),
  constraint automation_hours_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table automations (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  key text not null,
  title text not null,
  active boolean not null default true,
  default boolean not null default false,
  position integer not null,
  conditions jsonb not null,
  actions jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint automations_pkey PRIMARY KEY (account_id, id),
  constraint automations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE UNIQUE INDEX automations_key ON public.automations USING btree (account_id, key);
CREATE INDEX automations_order ON public.automations USING btree (account_id, "position", id);

create table bookmarks (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  user_id bigint not null,
  ticket_id bigint not null,
  created_at timestamp with time zone not null,
  constraint bookmarks_pkey PRIMARY KEY (account_id, id),
  constraint bookmarks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint bookmarks_account_id_ticket_id_fkey FOREIGN KEY (account_id, ticket_id) REFERENCES tickets(account_id, id) ON DELETE CASCADE
);
CREATE INDEX bookmarks_by_ticket ON public.bookmarks USING btree (account_id, ticket_id);
CREATE UNIQUE INDEX bookmarks_once ON public.bookmarks USING btree (account_id, user_id, ticket_id);

create table brands (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  key text not null,
  name text not null,
  subdomain text not null,
  host_mapping text,
  active boolean not null default true,
  default boolean not null default false,
  is_deleted boolean not null default false,
  signature_template text not null default '{{agent.signature}}'::text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  logo jsonb,
  constraint brands_pkey PRIMARY KEY (account_id, id),
  constraint brands_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE UNIQUE INDEX brands_key ON public.brands USING btree (account_id, key);
CREATE UNIQUE INDEX brands_one_default ON public.brands USING btree (account_id) WHERE "default";
CREATE UNIQUE INDEX brands_subdomain ON public.brands USING btree (account_id, lower(subdomain)) WHERE (NOT is_deleted);

create table custom_object_access_rules (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  custom_object_id bigint not null,
  title text not null,
  description text not null,
  conditions jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint custom_object_access_rules_pkey PRIMARY KEY (account_id, id),
  constraint custom_object_access_rules_account_id_custom_object_id_fkey FOREIGN KEY (account_id, custom_object_id) REFERENCES custom_objects(account_id, id),
  constraint custom_object_access_rules_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX custom_object_access_rules_by_object ON public.custom_object_access_rules USING btree (account_id, custom_object_id, id);

create table custom_object_fields (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  custom_object_id bigint not null,
  key text not null,
  type text not null,
  title text not null,
  description text not null default ''::text,
  position integer not null,
  active boolean not null default true,
  system boolean not null default false,
  required boolean not null default false,
  regexp_for_validation text,
  tag text,
  options jsonb not null default '[]'::jsonb,
  relationship_target_type text,
  relationship_filter jsonb,
  is_unique boolean not null default false,
  autoincrement_enabled boolean not null default false,
  autoincrement_prefix text not null default ''::text,
  autoincrement_padding integer not null default 0,
  autoincrement_next_sequence bigint not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint custom_object_fields_pkey PRIMARY KEY (account_id, id),
  constraint custom_object_fields_account_id_custom_object_id_fkey FOREIGN KEY (account_id, custom_object_id) REFERENCES custom_objects(account_id, id),
  constraint custom_object_fields_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE UNIQUE INDEX custom_object_fields_key ON public.custom_object_fields USING btree (account_id, custom_object_id, key);

create table custom_object_policies (
  account_id bigint not null,
  custom_object_id bigint not null,
  role text not null,
  actions jsonb not null,
  constraint custom_object_policies_pkey PRIMARY KEY (account_id, custom_object_id, role),
  constraint custom_object_policies_account_id_custom_object_id_fkey FOREIGN KEY (account_id, custom_object_id) REFERENCES custom_objects(account_id, id),
  constraint custom_object_policies_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table custom_object_record_attachments (
  account_id bigint not null,
  id text not null,
  custom_object_record_id text not null,
  file_id bigint not null,
  author_id bigint not null,
  file_name text not null,
  content_type text not null,
  picture_type text,
  size bigint not null,
  malware_access_override boolean not null default false,
  created_at timestamp with time zone not null,
  constraint custom_object_record_attachments_pkey PRIMARY KEY (account_id, id),
  constraint custom_object_record_attachme_account_id_custom_object_rec_fkey FOREIGN KEY (account_id, custom_object_record_id) REFERENCES custom_object_records(account_id, id),
  constraint custom_object_record_attachments_account_id_file_id_fkey FOREIGN KEY (account_id, file_id) REFERENCES stored_files(account_id, id),
  constraint custom_object_record_attachments_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX custom_object_record_attachments_by_file ON public.custom_object_record_attachments USING btree (account_id, file_id);
CREATE INDEX custom_object_record_attachments_by_record ON public.custom_object_record_attachments USING btree (account_id, custom_object_record_id, id);

create table custom_object_record_runs (
  account_id bigint not null,
  custom_object_record_id text not null,
  id bigint not null generated by default as identity,
  author_id bigint not null,
  created_at timestamp with time zone not null,
  known jsonb not null,
  fired bigint[] not null,
  sent jsonb,
  constraint custom_object_record_runs_pkey PRIMARY KEY (account_id, custom_object_record_id, id)
);
CREATE INDEX custom_object_record_runs_by_time ON public.custom_object_record_runs USING btree (account_id, created_at);

create table custom_object_records (
  account_id bigint not null,
  id text not null,
  custom_object_id bigint not null,
  name text not null,
  external_id text,
  custom_object_fields jsonb not null,
  words tsvector not null,
  created_by_user_id bigint not null,
  updated_by_user_id bigint not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  number bigint not null generated by default as identity,
  constraint custom_object_records_pkey PRIMARY KEY (account_id, id),
  constraint custom_object_records_account_id_custom_object_id_fkey FOREIGN KEY (account_id, custom_object_id) REFERENCES custom_objects(account_id, id),
  constraint custom_object_records_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX custom_object_records_by_field ON public.custom_object_records USING gin (custom_object_fields jsonb_path_ops) WHERE (custom_object_fields <> '{}'::jsonb);
CREATE INDEX custom_object_records_by_name ON public.custom_object_records USING btree (account_id, custom_object_id, name, id) WHERE (deleted_at IS NULL);
CREATE INDEX custom_object_records_by_object ON public.custom_object_records USING btree (account_id, custom_object_id, id) WHERE (deleted_at IS NULL);
CREATE INDEX custom_object_records_by_update ON public.custom_object_records USING btree (account_id, custom_object_id, updated_at, number);
CREATE INDEX custom_object_records_by_word ON public.custom_object_records USING gin (words);
CREATE UNIQUE INDEX custom_object_records_external_id ON public.custom_object_records USING btree (account_id, custom_object_id, external_id) WHERE (external_id IS NOT NULL);

create table custom_object_unique_values (
  account_id bigint not null,
  custom_object_field_id bigint not null,
  sha256 bytea not null,
  custom_object_record_id text not null,
  constraint custom_object_unique_values_pkey PRIMARY KEY (account_id, custom_object_field_id, sha256),
  constraint custom_object_unique_values_account_id_custom_object_field_fkey FOREIGN KEY (account_id, custom_object_field_id) REFERENCES custom_object_fields(account_id, id),
  constraint custom_object_unique_values_account_id_custom_object_recor_fkey FOREIGN KEY (account_id, custom_object_record_id) REFERENCES custom_object_records(account_id, id),
  constraint custom_object_unique_values_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX custom_object_unique_values_by_record ON public.custom_object_unique_values USING btree (account_id, custom_object_record_id);

create table custom_objects (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  key text not null,
  title text not null,
  title_pluralized text not null,
  description text not null,
  include_in_list_view boolean not null,
  allows_attachments boolean not null,
  allows_photos boolean not null,
  created_by_user_id bigint not null,
  updated_by_user_id bigint not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  spent_field_keys text[] not null default '{}'::text[],
  constraint custom_objects_pkey PRIMARY KEY (account_id, id),
  constraint custom_objects_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE UNIQUE INDEX custom_objects_key ON public.custom_objects USING btree (account_id, key) WHERE (deleted_at IS NULL);

create table custom_roles (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  name text not null,
  description text not null,
  role_type smallint not null,
  configuration jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint custom_roles_pkey PRIMARY KEY (account_id, id),
  constraint custom_roles_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint custom_roles_role_type_check CHECK ((role_type = ANY (ARRAY[0, 1, 3, 4, 5])))
);
CREATE UNIQUE INDEX custom_roles_name ON public.custom_roles USING btree (account_id, lower(name));
CREATE UNIQUE INDEX custom_roles_system ON public.custom_roles USING btree (account_id, role_type) WHERE (role_type <> 0);

create table custom_statuses (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  key text not null,
  status_category text not null,
  agent_label text not null,
  end_user_label text not null,
  description text,
  end_user_description text,
  active boolean not null default true,
  default boolean not null default false,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint custom_statuses_pkey PRIMARY KEY (account_id, id),
  constraint custom_statuses_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint custom_statuses_status_category_check CHECK ((status_category = ANY (ARRAY['new'::text, 'open'::text, 'pending'::text, 'hold'::text, 'solved'::text])))
);
CREATE UNIQUE INDEX custom_statuses_default ON public.custom_statuses USING btree (account_id, status_category) WHERE "default";
CREATE UNIQUE INDEX custom_statuses_key ON public.custom_statuses USING btree (account_id, key);

create table deletion_schedules (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  title text not null,
  description text,
  object text not null,
  active boolean not null default false,
  default boolean not null default false,
  conditions jsonb not null,
  done_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint deletion_schedules_pkey PRIMARY KEY (account_id, id),
  constraint deletion_schedules_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint deletion_schedules_object_check CHECK ((object = 'zen:ticket'::text))
);
CREATE INDEX deletion_schedules_active ON public.deletion_schedules USING btree (account_id) WHERE active;

create table due_claims (
  account_id bigint not null,
  holder text not null,
  claimed_until timestamp with time zone not null,
  constraint due_claims_pkey PRIMARY KEY (account_id),
  constraint due_claims_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table dynamic_content_items (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  key text not null,
  name text not null,
  default_locale_id integer not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint dynamic_content_items_pkey PRIMARY KEY (account_id, id),
  constraint dynamic_content_items_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE UNIQUE INDEX dynamic_content_items_key ON public.dynamic_content_items USING btree (account_id, key);

create table dynamic_content_variants (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  item_id bigint not null,
  locale_id integer not null,
  content text not null,
  active boolean not null default true,
  default boolean not null default false,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint dynamic_content_variants_pkey PRIMARY KEY (account_id, id),
  constraint dynamic_content_variants_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint dynamic_content_variants_account_id_item_id_fkey FOREIGN KEY (account_id, item_id) REFERENCES dynamic_content_items(account_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX dynamic_content_variants_locale ON public.dynamic_content_variants USING btree (account_id, item_id, locale_id);

create table group_memberships (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  user_id bigint not null,
  group_id bigint not null,
  default boolean not null default false,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint group_memberships_pkey PRIMARY KEY (account_id, id),
  constraint group_memberships_account_id_group_id_fkey FOREIGN KEY (account_id, group_id) REFERENCES groups(account_id, id) ON DELETE CASCADE,
  constraint group_memberships_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id) ON DELETE CASCADE
);
CREATE INDEX group_memberships_by_group ON public.group_memberships USING btree (account_id, group_id, id);
CREATE UNIQUE INDEX group_memberships_pair ON public.group_memberships USING btree (account_id, user_id, group_id);

create table group_sla_policies (
  account_id bigint not null,
  id text not null,
  number bigint not null generated by default as identity,
  title text not null,
  description text,
  position integer not null,
  filter jsonb not null,
  policy_metrics jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint group_sla_policies_pkey PRIMARY KEY (account_id, id),
  constraint group_sla_policies_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table groups (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  name text not null,
  description text not null default ''::text,
  is_public boolean not null default true,
  default boolean not null default false,
  deleted boolean not null default false,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint groups_pkey PRIMARY KEY (account_id, id),
  constraint groups_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE UNIQUE INDEX groups_one_default ON public.groups USING btree (account_id) WHERE "default";

create table holidays (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  schedule_id bigint not null,
  name text not null,
  start_date text not null,
  end_date text not null,
  constraint holidays_pkey PRIMARY KEY (account_id, id),
  constraint holidays_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint holidays_account_id_schedule_id_fkey FOREIGN KEY (account_id, schedule_id) REFERENCES schedules(account_id, id) ON DELETE CASCADE
);
CREATE INDEX holidays_by_schedule ON public.holidays USING btree (account_id, schedule_id, start_date, id);

create table idempotency_keys (
  account_id bigint not null,
  key text not null,
  request_hash text not null,
  status integer,
  headers jsonb,
  body text,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (account_id, key),
  constraint idempotency_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table identity_provider_links (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  identity_provider_id bigint not null,
  subject text not null,
  user_id bigint not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint identity_provider_links_pkey PRIMARY KEY (account_id, id),
  constraint identity_provider_links_account_id_identity_provider_id_fkey FOREIGN KEY (account_id, identity_provider_id) REFERENCES identity_providers(account_id, id) ON DELETE CASCADE,
  constraint identity_provider_links_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX identity_provider_links_subject ON public.identity_provider_links USING btree (account_id, identity_provider_id, subject);
CREATE UNIQUE INDEX identity_provider_links_user ON public.identity_provider_links USING btree (account_id, identity_provider_id, user_id);

create table identity_providers (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  name text not null,
  issuer text not null,
  client_id text not null,
  client_secret_cipher bytea not null,
  visible_client_secret text not null,
  allowed_domains text[] not null default '{}'::text[],
  link_by_verified_email boolean not null default false,
  active boolean not null default true,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  owner_trusts boolean not null default false,
  constraint identity_providers_pkey PRIMARY KEY (account_id, id),
  constraint identity_providers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE UNIQUE INDEX identity_providers_name ON public.identity_providers USING btree (account_id, lower(name));

create table installation (
  id smallint not null,
  pepper_fingerprint text not null,
  created_at timestamp with time zone not null,
  constraint installation_pkey PRIMARY KEY (id),
  constraint installation_id_check CHECK ((id = 1))
);

create table integrations (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  kind text not null,
  name text not null,
  state text not null,
  access_request_id bigint not null,
  bot_user_id bigint not null,
  scopes text[] not null default '{}'::text[],
  config jsonb not null,
  sealed bytea,
  creation_steps jsonb not null,
  revocation_steps jsonb not null,
  revocation_reason text,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  activated_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint integrations_pkey PRIMARY KEY (account_id, id),
  constraint integrations_account_id_access_request_id_fkey FOREIGN KEY (account_id, access_request_id) REFERENCES access_requests(account_id, id),
  constraint integrations_account_id_bot_user_id_fkey FOREIGN KEY (account_id, bot_user_id) REFERENCES users(account_id, id),
  constraint integrations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint integrations_state_check CHECK ((state = ANY (ARRAY['creating'::text, 'active'::text, 'revoking'::text, 'revoked'::text])))
);
CREATE UNIQUE INDEX integrations_by_name ON public.integrations USING btree (account_id, lower(name)) WHERE (state <> 'revoked'::text);
CREATE UNIQUE INDEX integrations_by_request ON public.integrations USING btree (account_id, access_request_id);
CREATE INDEX integrations_due ON public.integrations USING btree (account_id, state, expires_at) WHERE (state = ANY (ARRAY['creating'::text, 'active'::text]));

create table job_statuses (
  account_id bigint not null,
  id text not null,
  job_type text not null,
  status text not null,
  total integer,
  progress integer,
  message text,
  results jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  work json,
  actor_id bigint,
  constraint job_statuses_pkey PRIMARY KEY (account_id, id),
  constraint job_statuses_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint job_statuses_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'working'::text, 'completed'::text, 'failed'::text])))
);
CREATE INDEX job_statuses_by_actor ON public.job_statuses USING btree (account_id, actor_id, created_at, id);
CREATE INDEX job_statuses_by_time ON public.job_statuses USING btree (account_id, created_at, id);

create table known_origins (
  account_id bigint not null,
  user_id bigint not null,
  kind text not null,
  hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint known_origins_pkey PRIMARY KEY (account_id, user_id, hash),
  constraint known_origins_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id) ON DELETE CASCADE,
  constraint known_origins_kind_check CHECK ((kind = ANY (ARRAY['device'::text, 'address'::text])))
);
CREATE INDEX known_origins_by_expiry ON public.known_origins USING btree (account_id, expires_at);

create table macro_uses (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  macro_id bigint not null,
  used_at timestamp with time zone not null,
  constraint macro_uses_pkey PRIMARY KEY (account_id, id),
  constraint macro_uses_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint macro_uses_account_id_macro_id_fkey FOREIGN KEY (account_id, macro_id) REFERENCES macros(account_id, id) ON DELETE CASCADE
);
CREATE INDEX macro_uses_by_age ON public.macro_uses USING btree (account_id, used_at);
CREATE INDEX macro_uses_by_macro ON public.macro_uses USING btree (account_id, macro_id, used_at);

create table macros (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  key text not null,
  title text not null,
  active boolean not null default true,
  default boolean not null default false,
  position integer not null,
  description text,
  actions jsonb not null,
  group_ids bigint[],
  owner_id bigint,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint macros_pkey PRIMARY KEY (account_id, id),
  constraint macros_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint macros_check CHECK ((num_nonnulls(group_ids, owner_id) <= 1))
);
CREATE INDEX macros_by_title ON public.macros USING btree (account_id, title, id);
CREATE UNIQUE INDEX macros_key ON public.macros USING btree (account_id, key);
CREATE INDEX macros_order ON public.macros USING btree (account_id, "position", id);

create table mails (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  user_id bigint,
  topic text not null,
  to_address text not null,
  subject text not null,
  body text not null,
  message_id text not null,
  state text not null,
  attempts integer not null default 0,
  error text,
  claimed_until timestamp with time zone,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  ticket_id bigint,
  comment_id bigint,
  html text,
  constraint mails_pkey PRIMARY KEY (account_id, id),
  constraint mails_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text, 'kept'::text])))
);
CREATE INDEX mails_by_age ON public.mails USING btree (account_id, created_at);
CREATE INDEX mails_by_comment ON public.mails USING btree (account_id, comment_id, id) WHERE (comment_id IS NOT NULL);
CREATE INDEX mails_by_state ON public.mails USING btree (account_id, state, id);
CREATE INDEX mails_by_ticket ON public.mails USING btree (account_id, ticket_id, id) WHERE (ticket_id IS NOT NULL);
CREATE INDEX mails_by_topic ON public.mails USING btree (account_id, topic, id);

create table oauth_clients (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  user_id bigint not null,
  name text not null,
  identifier text not null,
  company text,
  description text,
  logo_url text,
  redirect_uri text[] not null default '{}'::text[],
  kind text not null,
  global boolean not null default false,
  scopes text[],
  secret_hash bytea not null,
  visible_secret text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  previous_secret_hash bytea,
  previous_secret_expires_at timestamp with time zone,
  integration_id bigint,
  allowed_ips text[],
  per_minute integer,
  may_act_in_person boolean not null default false,
  constraint oauth_clients_pkey PRIMARY KEY (account_id, id),
  constraint oauth_clients_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint oauth_clients_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id),
  constraint oauth_clients_kind_check CHECK ((kind = ANY (ARRAY['public'::text, 'confidential'::text]))),
  constraint oauth_clients_per_minute_check CHECK ((per_minute > 0))
);
CREATE INDEX oauth_clients_by_integration ON public.oauth_clients USING btree (account_id, integration_id) WHERE (integration_id IS NOT NULL);
CREATE UNIQUE INDEX oauth_clients_identifier ON public.oauth_clients USING btree (account_id, identifier);

create table oauth_codes (
  account_id bigint not null,
  code_hash bytea not null,
  client_id bigint not null,
  user_id bigint not null,
  redirect_uri text not null,
  redirect_uri_given boolean not null,
  scopes text[] not null,
  code_challenge text,
  code_challenge_method text,
  token_id bigint,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  spent_at timestamp with time zone,
  constraint oauth_codes_pkey PRIMARY KEY (account_id, code_hash),
  constraint oauth_codes_account_id_client_id_fkey FOREIGN KEY (account_id, client_id) REFERENCES oauth_clients(account_id, id) ON DELETE CASCADE,
  constraint oauth_codes_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id) ON DELETE CASCADE,
  constraint oauth_codes_code_challenge_method_check CHECK ((code_challenge_method = ANY (ARRAY['S256'::text, 'plain'::text])))
);

create table oauth_spent_refresh_tokens (
  account_id bigint not null,
  token_hash bytea not null,
  token_id bigint not null,
  spent_at timestamp with time zone not null,
  constraint oauth_spent_refresh_tokens_pkey PRIMARY KEY (account_id, token_hash),
  constraint oauth_spent_refresh_tokens_account_id_token_id_fkey FOREIGN KEY (account_id, token_id) REFERENCES oauth_tokens(account_id, id) ON DELETE CASCADE
);
CREATE INDEX oauth_spent_refresh_tokens_by_token ON public.oauth_spent_refresh_tokens USING btree (account_id, token_id, spent_at);

create table oauth_tokens (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  client_id bigint not null,
  user_id bigint not null,
  scopes text[] not null,
  granted_scopes text[] not null,
  token_hash bytea not null,
  visible_token text not null,
  refresh_token_hash bytea,
  visible_refresh_token text,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  grant_type text,
  is_personal boolean not null default false,
  constraint oauth_tokens_pkey PRIMARY KEY (account_id, id),
  constraint oauth_tokens_account_id_client_id_fkey FOREIGN KEY (account_id, client_id) REFERENCES oauth_clients(account_id, id) ON DELETE CASCADE,
  constraint oauth_tokens_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id)
);
CREATE INDEX oauth_tokens_by_client ON public.oauth_tokens USING btree (account_id, client_id, id);
CREATE INDEX oauth_tokens_by_user ON public.oauth_tokens USING btree (account_id, user_id, id);
CREATE UNIQUE INDEX oauth_tokens_hash ON public.oauth_tokens USING btree (account_id, token_hash);
CREATE UNIQUE INDEX oauth_tokens_refresh_hash ON public.oauth_tokens USING btree (account_id, refresh_token_hash) WHERE (refresh_token_hash IS NOT NULL);

create table object_trigger_effects (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  custom_object_id bigint not null,
  custom_object_record_id text not null,
  author_id bigint not null,
  effects jsonb not null,
  created_at timestamp with time zone not null,
  run_id bigint,
  constraint object_trigger_effects_pkey PRIMARY KEY (account_id, id),
  constraint object_trigger_effects_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX object_trigger_effects_by_run ON public.object_trigger_effects USING btree (account_id, run_id) WHERE (run_id IS NOT NULL);
CREATE INDEX object_trigger_effects_object ON public.object_trigger_effects USING btree (account_id, custom_object_id);

create table object_trigger_firings (
  account_id bigint not null,
  fired_at timestamp with time zone not null,
  id bigint not null generated by default as identity,
  trigger_ids bigint[] not null,
  constraint object_trigger_firings_pkey PRIMARY KEY (account_id, fired_at, id)
);

create table object_trigger_sets (
  account_id bigint not null,
  custom_object_id bigint not null,
  id text not null,
  triggers jsonb not null,
  used_at timestamp with time zone not null,
  constraint object_trigger_sets_pkey PRIMARY KEY (account_id, custom_object_id, id),
  constraint object_trigger_sets_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table object_triggers (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  custom_object_id bigint not null,
  title text not null,
  description text,
  active boolean not null default true,
  position integer not null,
  conditions jsonb not null,
  actions jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint object_triggers_pkey PRIMARY KEY (account_id, id),
  constraint object_triggers_account_id_custom_object_id_fkey FOREIGN KEY (account_id, custom_object_id) REFERENCES custom_objects(account_id, id),
  constraint object_triggers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX object_triggers_active ON public.object_triggers USING btree (account_id, custom_object_id, "position", id) WHERE active;
CREATE INDEX object_triggers_order ON public.object_triggers USING btree (account_id, custom_object_id, "position", id);

create table organization_custom_fields (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  key text not null,
  type text not null,
  title text not null,
  description text not null default ''::text,
  position integer not null,
  active boolean not null default true,
  system boolean not null default false,
  regexp_for_validation text,
  tag text,
  options jsonb not null default '[]'::jsonb,
  relationship_target_type text,
  relationship_filter jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  stored_as text,
  constraint organization_custom_fields_pkey PRIMARY KEY (account_id, id),
  constraint organization_custom_fields_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE UNIQUE INDEX organization_custom_fields_key ON public.organization_custom_fields USING btree (account_id, key) WHERE (deleted_at IS NULL);

create table organization_memberships (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  user_id bigint not null,
  organization_id bigint not null,
  default boolean,
  view_tickets boolean not null default true,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint organization_memberships_pkey PRIMARY KEY (account_id, id),
  constraint organization_memberships_account_id_organization_id_fkey FOREIGN KEY (account_id, organization_id) REFERENCES organizations(account_id, id) ON DELETE CASCADE,
  constraint organization_memberships_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id) ON DELETE CASCADE
);
CREATE INDEX organization_memberships_by_organization ON public.organization_memberships USING btree (account_id, organization_id, id);
CREATE UNIQUE INDEX organization_memberships_pair ON public.organization_memberships USING btree (account_id, user_id, organization_id);

create table organization_merges (
  account_id bigint not null,
  id text not null,
  loser_id bigint not null,
  winner_id bigint not null,
  status text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint organization_merges_pkey PRIMARY KEY (account_id, id),
  constraint organization_merges_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint organization_merges_status_check CHECK ((status = ANY (ARRAY['new'::text, 'in_progress'::text, 'complete'::text, 'error'::text])))
);
CREATE INDEX organization_merges_by_loser ON public.organization_merges USING btree (account_id, loser_id);
CREATE INDEX organization_merges_by_winner ON public.organization_merges USING btree (account_id, winner_id);

create table organization_subscriptions (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  user_id bigint not null,
  organization_id bigint not null,
  created_at timestamp with time zone not null,
  constraint organization_subscriptions_pkey PRIMARY KEY (account_id, id),
  constraint organization_subscriptions_account_id_organization_id_fkey FOREIGN KEY (account_id, organization_id) REFERENCES organizations(account_id, id) ON DELETE CASCADE,
  constraint organization_subscriptions_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id) ON DELETE CASCADE
);
CREATE INDEX organization_subscriptions_by_organization ON public.organization_subscriptions USING btree (account_id, organization_id, id);
CREATE UNIQUE INDEX organization_subscriptions_pair ON public.organization_subscriptions USING btree (account_id, user_id, organization_id);

create table organizations (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  name text not null,
  external_id text,
  domain_names text[] not null default '{}'::text[],
  details text,
  notes text,
  group_id bigint,
  shared_tickets boolean not null default false,
  shared_comments boolean not null default false,
  tags text[] not null default '{}'::text[],
  organization_fields jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  words tsvector not null generated always as (search_card(account_id, name, notes, details, ((tags || domain_names) || external_id))) stored,
  constraint organizations_pkey PRIMARY KEY (account_id, id),
  constraint organizations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX organizations_by_field ON public.organizations USING gin (organization_fields) WHERE (organization_fields <> '{}'::jsonb);
CREATE INDEX organizations_by_update ON public.organizations USING btree (account_id, updated_at, id);
CREATE INDEX organizations_domains ON public.organizations USING gin (domain_names);
CREATE UNIQUE INDEX organizations_external_id ON public.organizations USING btree (account_id, lower(external_id)) WHERE (external_id IS NOT NULL);
CREATE UNIQUE INDEX organizations_name ON public.organizations USING btree (account_id, lower(name));
CREATE INDEX organizations_name_prefix ON public.organizations USING btree (account_id, lower(name) text_pattern_ops);
CREATE INDEX organizations_words ON public.organizations USING gin (words) WITH (gin_pending_list_limit='256');

create table previous_passwords (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  user_id bigint not null,
  password_hash text not null,
  created_at timestamp with time zone not null,
  constraint previous_passwords_pkey PRIMARY KEY (account_id, id),
  constraint previous_passwords_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id) ON DELETE CASCADE
);
CREATE INDEX previous_passwords_by_user ON public.previous_passwords USING btree (account_id, user_id, id);

create table rate_limits (
  account_id bigint not null,
  bucket text not null,
  window_start bigint not null,
  taken integer not null,
  constraint rate_limits_pkey PRIMARY KEY (account_id, bucket, window_start)
);

create table recipient_addresses (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  brand_id bigint not null,
  name text not null,
  email text not null,
  default boolean not null default false,
  forwarding_status text not null,
  spf_status text not null,
  cname_status text not null,
  domain_verification_status text not null,
  domain_verification_code text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint recipient_addresses_pkey PRIMARY KEY (account_id, id),
  constraint recipient_addresses_account_id_brand_id_fkey FOREIGN KEY (account_id, brand_id) REFERENCES brands(account_id, id),
  constraint recipient_addresses_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint recipient_addresses_cname_status_check CHECK ((cname_status = ANY (ARRAY['unknown'::text, 'verified'::text, 'failed'::text]))),
  constraint recipient_addresses_domain_verification_status_check CHECK ((domain_verification_status = ANY (ARRAY['unknown'::text, 'verified'::text, 'failed'::text]))),
  constraint recipient_addresses_forwarding_status_check CHECK ((forwarding_status = ANY (ARRAY['unknown'::text, 'waiting'::text, 'verified'::text, 'failed'::text]))),
  constraint recipient_addresses_spf_status_check CHECK ((spf_status = ANY (ARRAY['unknown'::text, 'verified'::text, 'failed'::text])))
);
CREATE UNIQUE INDEX recipient_addresses_email ON public.recipient_addresses USING btree (account_id, lower(email));
CREATE UNIQUE INDEX recipient_addresses_one_default ON public.recipient_addresses USING btree (account_id) WHERE "default";

create table request_activity (
  account_id bigint not null,
  day text not null,
  key bytea not null,
  credential_kind text not null,
  credential_id bigint not null,
  client_id bigint not null,
  user_id bigint not null,
  method text not null,
  route text not null,
  user_agent text not null,
  ip_address text not null,
  calls integer not null,
  errors integer not null,
  limited integer not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  constraint request_activity_pkey PRIMARY KEY (account_id, day, key)
);

create table request_log (
  account_id bigint not null,
  id bigint not null,
  created_at timestamp with time zone not null,
  method text not null,
  route text not null,
  status smallint not null,
  milliseconds real not null,
  user_id bigint,
  email text,
  credential_kind text not null,
  credential_id bigint,
  client_id bigint,
  user_agent text,
  ip_address text,
  request_id text not null,
  constraint request_log_pkey PRIMARY KEY (account_id, created_at, id)
);
CREATE INDEX request_log_by_credential ON ONLY public.request_log USING btree (account_id, credential_kind, credential_id, created_at);

create table resource_collections (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  resources jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint resource_collections_pkey PRIMARY KEY (account_id, id),
  constraint resource_collections_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table routing_agent_values (
  account_id bigint not null,
  id text not null,
  user_id bigint not null,
  attribute_value_id text not null,
  agent_skill_priority text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint routing_agent_values_pkey PRIMARY KEY (account_id, id),
  constraint routing_agent_values_account_id_attribute_value_id_fkey FOREIGN KEY (account_id, attribute_value_id) REFERENCES routing_attribute_values(account_id, id),
  constraint routing_agent_values_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint routing_agent_values_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id),
  constraint routing_agent_values_agent_skill_priority_check CHECK ((agent_skill_priority = ANY (ARRAY['NORMAL'::text, 'HIGH'::text])))
);
CREATE INDEX routing_agent_values_by_value ON public.routing_agent_values USING btree (account_id, attribute_value_id);
CREATE UNIQUE INDEX routing_agent_values_once ON public.routing_agent_values USING btree (account_id, user_id, attribute_value_id);

create table routing_attribute_values (
  account_id bigint not null,
  id text not null,
  attribute_id text not null,
  name text not null,
  conditions jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint routing_attribute_values_pkey PRIMARY KEY (account_id, id),
  constraint routing_attribute_values_account_id_attribute_id_fkey FOREIGN KEY (account_id, attribute_id) REFERENCES routing_attributes(account_id, id),
  constraint routing_attribute_values_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE UNIQUE INDEX routing_attribute_values_name ON public.routing_attribute_values USING btree (account_id, attribute_id, lower(name));

create table routing_attributes (
  account_id bigint not null,
  id text not null,
  name text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint routing_attributes_pkey PRIMARY KEY (account_id, id),
  constraint routing_attributes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE UNIQUE INDEX routing_attributes_name ON public.routing_attributes USING btree (account_id, lower(name));

create table routing_changes (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  kind text not null,
  type text not null,
  record_id text not null,
  parent_id text,
  name text,
  instance_id bigint,
  created_at timestamp with time zone not null,
  constraint routing_changes_pkey PRIMARY KEY (account_id, id),
  constraint routing_changes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint routing_changes_kind_check CHECK ((kind = ANY (ARRAY['attribute'::text, 'attribute_value'::text, 'instance_value'::text]))),
  constraint routing_changes_type_check CHECK ((type = ANY (ARRAY['create'::text, 'update'::text, 'delete'::text, 'associate_agent'::text, 'unassociate_agent'::text, 'associate_ticket'::text, 'unassociate_ticket'::text])))
);
CREATE INDEX routing_changes_by_time ON public.routing_changes USING btree (account_id, kind, created_at, id);

create table routing_queues (
  account_id bigint not null,
  id text not null,
  name text not null,
  description text,
  priority integer not null,
  order integer not null,
  definition jsonb not null,
  primary_group_ids bigint[] not null,
  secondary_group_ids bigint[] not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint routing_queues_pkey PRIMARY KEY (account_id, id),
  constraint routing_queues_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table rule_firings (
  account_id bigint not null,
  audit_id bigint not null,
  fired_at timestamp with time zone not null,
  trigger_ids bigint[] not null,
  automation_id bigint,
  constraint rule_firings_pkey PRIMARY KEY (account_id, fired_at, audit_id)
);

create table rule_usage_hours (
  account_id bigint not null,
  kind text not null,
  rule_id bigint not null,
  hour timestamp with time zone not null,
  uses integer not null,
  constraint rule_usage_hours_pkey PRIMARY KEY (account_id, kind, rule_id, hour),
  constraint rule_usage_hours_kind_check CHECK ((kind = ANY (ARRAY['trigger'::text, 'automation'::text, 'object_trigger'::text])))
);
CREATE INDEX rule_usage_hours_by_age ON public.rule_usage_hours USING btree (account_id, hour);

create table satisfaction_ratings (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  ticket_id bigint not null,
  assignee_id bigint,
  group_id bigint,
  score text not null,
  comment text,
  reason_code integer,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint satisfaction_ratings_pkey PRIMARY KEY (account_id, id),
  constraint satisfaction_ratings_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint satisfaction_ratings_account_id_ticket_id_fkey FOREIGN KEY (account_id, ticket_id) REFERENCES tickets(account_id, id),
  constraint satisfaction_ratings_score_check CHECK ((score = ANY (ARRAY['good'::text, 'bad'::text])))
);
CREATE UNIQUE INDEX satisfaction_ratings_by_ticket ON public.satisfaction_ratings USING btree (account_id, ticket_id);
CREATE INDEX satisfaction_ratings_by_time ON public.satisfaction_ratings USING btree (account_id, created_at, id);

create table saved_searches (
  account_id bigint not null,
  id text not null,
  user_id bigint not null,
  name text not null,
  type text not null,
  query text not null,
  filters text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint saved_searches_pkey PRIMARY KEY (account_id, id),
  constraint saved_searches_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint saved_searches_type_check CHECK ((type = ANY (ARRAY['ticket'::text, 'user'::text, 'organization'::text, 'side_conversation'::text, 'article'::text])))
);
CREATE UNIQUE INDEX saved_searches_name ON public.saved_searches USING btree (account_id, user_id, lower(name));

create table schedules (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  name text not null,
  time_zone text not null,
  intervals jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint schedules_pkey PRIMARY KEY (account_id, id),
  constraint schedules_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table second_factor_recovery_codes (
  account_id bigint not null,
  user_id bigint not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint second_factor_recovery_codes_pkey PRIMARY KEY (account_id, user_id, code_hash),
  constraint second_factor_recovery_codes_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES second_factors(account_id, user_id) ON DELETE CASCADE
);

create table second_factors (
  account_id bigint not null,
  user_id bigint not null,
  secret_cipher bytea not null,
  last_step bigint not null default 0,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  constraint second_factors_pkey PRIMARY KEY (account_id, user_id),
  constraint second_factors_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id) ON DELETE CASCADE
);

create table sessions (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  user_id bigint not null,
  token_hash bytea not null,
  ip_address text,
  user_agent text,
  authenticated_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  method text not null default 'password'::text,
  identity_provider_id bigint,
  second_factor boolean not null default false,
  must_enrol boolean not null default false,
  signed_out_at timestamp with time zone,
  constraint sessions_pkey PRIMARY KEY (account_id, id),
  constraint sessions_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id) ON DELETE CASCADE,
  constraint sessions_method_check CHECK ((method = ANY (ARRAY['password'::text, 'sso'::text])))
);
CREATE INDEX sessions_by_user ON public.sessions USING btree (account_id, user_id, id);
CREATE UNIQUE INDEX sessions_hash ON public.sessions USING btree (account_id, token_hash);

create table shared_secrets (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  link_hash bytea not null,
  label text not null,
  sender_id bigint not null,
  reader_id bigint not null,
  access_request_id bigint,
  api_token_id bigint,
  state text not null,
  value_cipher bytea,
  passphrase_salt bytea,
  failed_attempts integer not null default 0,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  read_at timestamp with time zone,
  read_ip_address text,
  read_user_agent text,
  reopened_at timestamp with time zone,
  alerted_at timestamp with time zone,
  constraint shared_secrets_pkey PRIMARY KEY (account_id, id),
  constraint shared_secrets_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint shared_secrets_account_id_reader_id_fkey FOREIGN KEY (account_id, reader_id) REFERENCES users(account_id, id),
  constraint shared_secrets_account_id_sender_id_fkey FOREIGN KEY (account_id, sender_id) REFERENCES users(account_id, id),
  constraint shared_secrets_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'read'::text, 'expired'::text, 'withdrawn'::text, 'burnt'::text])))
);
CREATE INDEX shared_secrets_by_reader ON public.shared_secrets USING btree (account_id, reader_id, id);
CREATE INDEX shared_secrets_by_sender ON public.shared_secrets USING btree (account_id, sender_id, id);
CREATE INDEX shared_secrets_due ON public.shared_secrets USING btree (account_id, expires_at) WHERE (state = 'waiting'::text);
CREATE UNIQUE INDEX shared_secrets_link ON public.shared_secrets USING btree (account_id, link_hash);

create table sharing_agreements (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  name text not null,
  type text not null,
  status text not null,
  partner_name text,
  remote_subdomain text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint sharing_agreements_pkey PRIMARY KEY (account_id, id),
  constraint sharing_agreements_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint sharing_agreements_status_check CHECK ((status = ANY (ARRAY['accepted'::text, 'declined'::text, 'pending'::text, 'inactive'::text, 'failed'::text]))),
  constraint sharing_agreements_type_check CHECK ((type = ANY (ARRAY['inbound'::text, 'outbound'::text])))
);

create table side_conversation_events (
  account_id bigint not null,
  id text not null,
  number bigint not null generated by default as identity,
  side_conversation_id text not null,
  type text not null,
  via text not null,
  actor_id bigint not null,
  message jsonb,
  updates jsonb,
  created_at timestamp with time zone not null,
  constraint side_conversation_events_pkey PRIMARY KEY (account_id, id),
  constraint side_conversation_events_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint side_conversation_events_account_id_side_conversation_id_fkey FOREIGN KEY (account_id, side_conversation_id) REFERENCES side_conversations(account_id, id),
  constraint side_conversation_events_type_check CHECK ((type = ANY (ARRAY['create'::text, 'reply'::text, 'update'::text])))
);
CREATE INDEX side_conversation_events_in_order ON public.side_conversation_events USING btree (account_id, side_conversation_id, number);

create table side_conversations (
  account_id bigint not null,
  id text not null,
  number bigint not null generated by default as identity,
  ticket_id bigint not null,
  subject text not null,
  preview_text text not null,
  state text not null,
  participants jsonb not null,
  external_ids jsonb not null,
  child_ticket_id bigint,
  rule jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  message_added_at timestamp with time zone not null,
  state_updated_at timestamp with time zone not null,
  constraint side_conversations_pkey PRIMARY KEY (account_id, id),
  constraint side_conversations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint side_conversations_state_check CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text])))
);
CREATE INDEX side_conversations_by_ticket ON public.side_conversations USING btree (account_id, ticket_id, number);

create table sign_in_challenges (
  account_id bigint not null,
  challenge_hash bytea not null,
  user_id bigint not null,
  attempts integer not null default 0,
  expires_at timestamp with time zone not null,
  constraint sign_in_challenges_pkey PRIMARY KEY (account_id, challenge_hash),
  constraint sign_in_challenges_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id) ON DELETE CASCADE
);

create table skips (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  ticket_id bigint not null,
  user_id bigint not null,
  reason text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint skips_pkey PRIMARY KEY (account_id, id),
  constraint skips_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint skips_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id)
);
CREATE INDEX skips_by_ticket ON public.skips USING btree (account_id, ticket_id, id);
CREATE INDEX skips_by_user ON public.skips USING btree (account_id, user_id, id);

create table sla_policies (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  title text not null,
  description text,
  position integer not null,
  filter jsonb not null,
  policy_metrics jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint sla_policies_pkey PRIMARY KEY (account_id, id),
  constraint sla_policies_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table sso_visits (
  account_id bigint not null,
  state_hash bytea not null,
  browser_hash bytea not null,
  identity_provider_id bigint not null,
  return_to text not null,
  expires_at timestamp with time zone not null,
  constraint sso_visits_pkey PRIMARY KEY (account_id, state_hash),
  constraint sso_visits_account_id_identity_provider_id_fkey FOREIGN KEY (account_id, identity_provider_id) REFERENCES identity_providers(account_id, id) ON DELETE CASCADE
);

create table stored_files (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  name text not null,
  size bigint not null,
  sha256 bytea not null,
  loose_since timestamp with time zone,
  constraint stored_files_pkey PRIMARY KEY (account_id, id),
  constraint stored_files_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX stored_files_loose ON public.stored_files USING btree (account_id, loose_since) WHERE (loose_since IS NOT NULL);

create table suspended_tickets (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  author_id bigint,
  author_name text not null,
  author_email text not null,
  subject text not null,
  content text not null,
  cause_id smallint not null,
  cause text not null,
  error_messages jsonb,
  message_id text,
  ticket_id bigint,
  recipient text,
  via jsonb not null,
  brand_id bigint not null,
  asked jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint suspended_tickets_pkey PRIMARY KEY (account_id, id),
  constraint suspended_tickets_account_id_author_id_fkey FOREIGN KEY (account_id, author_id) REFERENCES users(account_id, id),
  constraint suspended_tickets_account_id_brand_id_fkey FOREIGN KEY (account_id, brand_id) REFERENCES brands(account_id, id),
  constraint suspended_tickets_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX suspended_tickets_by_time ON public.suspended_tickets USING btree (account_id, created_at, id);

create table target_failures (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  target_id bigint not null,
  status_code integer,
  consecutive_failure_count integer not null,
  raw_request text,
  raw_response text,
  created_at timestamp with time zone not null,
  constraint target_failures_pkey PRIMARY KEY (account_id, id),
  constraint target_failures_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint target_failures_account_id_target_id_fkey FOREIGN KEY (account_id, target_id) REFERENCES targets(account_id, id) ON DELETE CASCADE
);
CREATE INDEX target_failures_by_target ON public.target_failures USING btree (account_id, target_id, id);

create table targets (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  type text not null,
  title text not null,
  active boolean not null default true,
  settings jsonb not null,
  secrets bytea,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint targets_pkey PRIMARY KEY (account_id, id),
  constraint targets_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table task_list_tasks (
  account_id bigint not null,
  id text not null,
  task_list_template_id text,
  task_list_id text,
  name text not null,
  description text not null,
  position integer not null,
  required boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint task_list_tasks_pkey PRIMARY KEY (account_id, id),
  constraint task_list_tasks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint task_list_tasks_account_id_task_list_template_id_fkey FOREIGN KEY (account_id, task_list_template_id) REFERENCES task_list_templates(account_id, id),
  constraint task_list_tasks_check CHECK (((task_list_template_id IS NULL) <> (task_list_id IS NULL)))
);
CREATE INDEX task_list_tasks_of_list ON public.task_list_tasks USING btree (account_id, task_list_id) WHERE (task_list_id IS NOT NULL);
CREATE INDEX task_list_tasks_of_template ON public.task_list_tasks USING btree (account_id, task_list_template_id, "position", id) WHERE (task_list_template_id IS NOT NULL);

create table task_list_templates (
  account_id bigint not null,
  id text not null,
  name text not null,
  description text not null,
  is_active boolean not null,
  is_required boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint task_list_templates_pkey PRIMARY KEY (account_id, id),
  constraint task_list_templates_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table task_lists (
  account_id bigint not null,
  id text not null,
  ticket_id bigint not null,
  task_list_template_id text not null,
  name text not null,
  description text not null,
  is_required boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint task_lists_pkey PRIMARY KEY (account_id, id),
  constraint task_lists_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE UNIQUE INDEX task_lists_of_ticket ON public.task_lists USING btree (account_id, ticket_id);

create table ticket_audits (
  account_id bigint not null,
  id bigint not null,
  ticket_id bigint not null,
  author_id bigint not null,
  via jsonb not null,
  metadata jsonb not null,
  events jsonb not null,
  created_at timestamp with time zone not null,
  sent jsonb,
  constraint ticket_audits_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX ticket_audits_by_creation ON public.ticket_audits USING btree (account_id, created_at, id);
CREATE INDEX ticket_audits_by_ticket ON public.ticket_audits USING btree (account_id, ticket_id, created_at, id);

create table ticket_comments (
  account_id bigint not null,
  id bigint not null,
  ticket_id bigint not null,
  audit_id bigint not null,
  author_id bigint not null,
  public boolean not null,
  body text not null,
  html_body text not null,
  plain_body text not null,
  via jsonb not null,
  metadata jsonb not null,
  created_at timestamp with time zone not null,
  type text not null default 'Comment'::text,
  data jsonb,
  constraint ticket_comments_pkey PRIMARY KEY (account_id, id),
  constraint ticket_comments_type_check CHECK ((type = ANY (ARRAY['Comment'::text, 'VoiceComment'::text])))
);
CREATE INDEX ticket_comments_by_ticket ON public.ticket_comments USING btree (account_id, ticket_id, created_at, id);

create table ticket_content_pins (
  account_id bigint not null,
  id text not null,
  ticket_id bigint not null,
  content_id text not null,
  content_type text not null,
  locale text,
  created_at timestamp with time zone not null,
  constraint ticket_content_pins_pkey PRIMARY KEY (account_id, id),
  constraint ticket_content_pins_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE UNIQUE INDEX ticket_content_pins_unique ON public.ticket_content_pins USING btree (account_id, ticket_id, content_type, content_id, COALESCE(locale, ''::text));

create table ticket_counters (
  account_id bigint not null,
  last_id bigint not null,
  live_count integer not null,
  recounted_id bigint,
  constraint ticket_counters_pkey PRIMARY KEY (account_id),
  constraint ticket_counters_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table ticket_fields (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  key text not null,
  type text not null,
  title text not null,
  title_in_portal text not null,
  description text not null default ''::text,
  position integer not null,
  active boolean not null default true,
  system boolean not null default false,
  required boolean not null default false,
  collapsed_for_agents boolean not null default false,
  visible_in_portal boolean not null default false,
  editable_in_portal boolean not null default false,
  required_in_portal boolean not null default false,
  regexp_for_validation text,
  tag text,
  sub_type_id integer,
  options jsonb not null default '[]'::jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  agent_description text,
  creator_user_id bigint,
  relationship_target_type text,
  relationship_filter jsonb,
  constraint ticket_fields_pkey PRIMARY KEY (account_id, id),
  constraint ticket_fields_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX ticket_fields_by_position ON public.ticket_fields USING btree (account_id, "position", id);
CREATE UNIQUE INDEX ticket_fields_key ON public.ticket_fields USING btree (account_id, key);

create table ticket_form_statuses (
  account_id bigint not null,
  id text not null,
  ticket_form_id bigint not null,
  custom_status_id bigint not null,
  constraint ticket_form_statuses_pkey PRIMARY KEY (account_id, id),
  constraint ticket_form_statuses_account_id_custom_status_id_fkey FOREIGN KEY (account_id, custom_status_id) REFERENCES custom_statuses(account_id, id) ON DELETE CASCADE,
  constraint ticket_form_statuses_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint ticket_form_statuses_account_id_ticket_form_id_fkey FOREIGN KEY (account_id, ticket_form_id) REFERENCES ticket_forms(account_id, id) ON DELETE CASCADE
);
CREATE INDEX ticket_form_statuses_by_status ON public.ticket_form_statuses USING btree (account_id, custom_status_id);
CREATE UNIQUE INDEX ticket_form_statuses_pair ON public.ticket_form_statuses USING btree (account_id, ticket_form_id, custom_status_id);

create table ticket_forms (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  key text not null,
  name text not null,
  display_name text not null,
  position integer not null,
  active boolean not null default true,
  default boolean not null default false,
  end_user_visible boolean not null default true,
  in_all_brands boolean not null default true,
  ticket_field_ids bigint[] not null default '{}'::bigint[],
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  restricted_brand_ids bigint[] not null default '{}'::bigint[],
  agent_conditions jsonb not null default '[]'::jsonb,
  end_user_conditions jsonb not null default '[]'::jsonb,
  deleted_at timestamp with time zone,
  constraint ticket_forms_pkey PRIMARY KEY (account_id, id),
  constraint ticket_forms_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE UNIQUE INDEX ticket_forms_key ON public.ticket_forms USING btree (account_id, key);
CREATE UNIQUE INDEX ticket_forms_one_default ON public.ticket_forms USING btree (account_id) WHERE "default";

create table ticket_metric_events (
  account_id bigint not null,
  id bigint not null,
  ticket_id bigint not null,
  time timestamp with time zone not null,
  events jsonb not null,
  constraint ticket_metric_events_pkey PRIMARY KEY (account_id, "time", id)
);
CREATE INDEX ticket_metric_events_by_ticket ON public.ticket_metric_events USING btree (account_id, ticket_id, id);

create table ticket_rule_runs (
  account_id bigint not null,
  audit_id bigint not null,
  ticket_id bigint not null,
  created_at timestamp with time zone not null,
  known jsonb,
  fired bigint[] not null,
  performed_at timestamp with time zone,
  constraint ticket_rule_runs_pkey PRIMARY KEY (account_id, ticket_id, audit_id)
);
CREATE INDEX ticket_rule_runs_by_time ON public.ticket_rule_runs USING btree (account_id, created_at);

create table ticket_texts (
  account_id bigint not null,
  ticket_id bigint not null,
  words tsvector not null,
  marks smallint[] not null,
  constraint ticket_texts_pkey PRIMARY KEY (account_id, ticket_id)
);
CREATE INDEX ticket_texts_marks ON public.ticket_texts USING gin (marks) WITH (gin_pending_list_limit='256');
CREATE INDEX ticket_texts_words ON public.ticket_texts USING gin (words) WITH (gin_pending_list_limit='256');

create table tickets (
  account_id bigint not null,
  id bigint not null,
  lock_version integer not null default 0,
  external_id text,
  via_id smallint not null,
  via jsonb not null,
  type text,
  subject text,
  description text not null,
  priority text,
  status text not null,
  custom_status_id bigint not null,
  recipient text,
  requester_id bigint not null,
  submitter_id bigint not null,
  assignee_id bigint,
  organization_id bigint,
  group_id bigint,
  brand_id bigint not null,
  ticket_form_id bigint not null,
  problem_id bigint,
  has_incidents boolean not null default false,
  is_public boolean not null,
  due_at timestamp with time zone,
  tags text[] not null default '{}'::text[],
  custom_fields jsonb not null default '{}'::jsonb,
  email_cc_ids bigint[] not null default '{}'::bigint[],
  follower_ids bigint[] not null default '{}'::bigint[],
  followup_ids bigint[] not null default '{}'::bigint[],
  sharing_agreement_ids bigint[] not null default '{}'::bigint[],
  satisfaction_rating jsonb,
  comment_count integer not null default 0,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  generated_at timestamp with time zone not null,
  status_updated_at timestamp with time zone not null,
  requester_updated_at timestamp with time zone not null,
  assignee_updated_at timestamp with time zone,
  latest_comment_added_at timestamp with time zone,
  initially_assigned_at timestamp with time zone,
  assigned_at timestamp with time zone,
  new_at timestamp with time zone,
  open_at timestamp with time zone,
  pending_at timestamp with time zone,
  hold_at timestamp with time zone,
  solved_at timestamp with time zone,
  closed_at timestamp with time zone,
  deleted_at timestamp with time zone,
  deleted_by_id bigint,
  comments_public boolean,
  archived_at timestamp with time zone,
  scrubbed_at timestamp with time zone,
  group_stations integer not null default 0,
  assignee_stations integer not null default 0,
  reopens integer not null default 0,
  replies integer not null default 0,
  first_replied_at timestamp with time zone,
  first_solved_at timestamp with time zone,
  requester_wait_seconds integer,
  agent_wait_seconds integer,
  on_hold_seconds integer,
  custom_status_updated_at timestamp with time zone,
  metric_clocks jsonb not null default '{}'::jsonb,
  restored_at timestamp with time zone,
  sla jsonb,
  sla_next_breach_at timestamp with time zone,
  sla_breach_due_at timestamp with time zone,
  attribute_value_ids text[] not null default '{}'::text[],
  business_seconds jsonb,
  constraint tickets_pkey PRIMARY KEY (account_id, id),
  constraint tickets_priority_check CHECK ((priority = ANY (ARRAY['low'::text, 'normal'::text, 'high'::text, 'urgent'::text]))),
  constraint tickets_status_check CHECK ((status = ANY (ARRAY['new'::text, 'open'::text, 'pending'::text, 'hold'::text, 'solved'::text, 'closed'::text]))),
  constraint tickets_type_check CHECK ((type = ANY (ARRAY['problem'::text, 'incident'::text, 'question'::text, 'task'::text])))
);
CREATE INDEX tickets_by_assignee ON public.tickets USING btree (account_id, assignee_id, id) INCLUDE (deleted_at) WHERE (assignee_id IS NOT NULL);
CREATE INDEX tickets_by_cc ON public.tickets USING gin (email_cc_ids) WHERE (email_cc_ids <> '{}'::bigint[]);
CREATE INDEX tickets_by_conversation ON public.tickets USING btree (account_id, ((via #>> '{source,from,conversation_id}'::text[]))) WHERE ((via #>> '{source,from,conversation_id}'::text[]) IS NOT NULL);
CREATE INDEX tickets_by_creation ON public.tickets USING btree (account_id, created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX tickets_by_external_id ON public.tickets USING btree (account_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX tickets_by_field ON public.tickets USING gin (custom_fields) WHERE (custom_fields <> '{}'::jsonb);
CREATE INDEX tickets_by_field_value ON public.tickets USING gin (field_values(account_id, custom_fields)) WITH (gin_pending_list_limit='256') WHERE (custom_fields <> '{}'::jsonb);
CREATE INDEX tickets_by_follower ON public.tickets USING gin (follower_ids) WHERE (follower_ids <> '{}'::bigint[]);
CREATE INDEX tickets_by_generation ON public.tickets USING btree (account_id, generated_at, id);
CREATE INDEX tickets_by_group ON public.tickets USING btree (account_id, group_id, id) WHERE (group_id IS NOT NULL);
CREATE INDEX tickets_by_next_breach ON public.tickets USING btree (account_id, sla_next_breach_at, id) WHERE ((sla_next_breach_at IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX tickets_by_organization ON public.tickets USING btree (account_id, organization_id, id) INCLUDE (is_public, deleted_at) WHERE (organization_id IS NOT NULL);
CREATE INDEX tickets_by_problem ON public.tickets USING btree (account_id, problem_id) WHERE (problem_id IS NOT NULL);
CREATE INDEX tickets_by_requester ON public.tickets USING btree (account_id, requester_id, id) INCLUDE (is_public, deleted_at);
CREATE INDEX tickets_by_tag ON public.tickets USING gin (tags) WITH (fastupdate=off);
CREATE INDEX tickets_by_update ON public.tickets USING btree (account_id, updated_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX tickets_deleted ON public.tickets USING btree (account_id, deleted_at, id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX tickets_in_views ON public.tickets USING btree (account_id, assignee_id, id) INCLUDE (status, group_id, requester_id, organization_id, type, priority, created_at, updated_at, due_at) WHERE ((status <> 'closed'::text) AND (deleted_at IS NULL) AND (archived_at IS NULL));
CREATE INDEX tickets_problems ON public.tickets USING btree (account_id, updated_at, id) WHERE ((type = 'problem'::text) AND (deleted_at IS NULL));
CREATE INDEX tickets_to_breach ON public.tickets USING btree (account_id, sla_breach_due_at) WHERE ((sla_breach_due_at IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX tickets_to_close ON public.tickets USING btree (account_id, solved_at) WHERE ((status = 'solved'::text) AND (deleted_at IS NULL));
CREATE INDEX tickets_to_scrub ON public.tickets USING btree (account_id, deleted_at) WHERE ((deleted_at IS NOT NULL) AND (scrubbed_at IS NULL));
CREATE INDEX tickets_unassigned ON public.tickets USING btree (account_id, id) WHERE ((assignee_id IS NULL) AND (deleted_at IS NULL));
CREATE INDEX tickets_unclosed ON public.tickets USING btree (account_id, status, id) WHERE ((status <> 'closed'::text) AND (deleted_at IS NULL));
CREATE INDEX tickets_unclosed_by_priority ON public.tickets USING btree (account_id, status, priority, id) WHERE ((status <> 'closed'::text) AND (deleted_at IS NULL));
CREATE INDEX tickets_without_group ON public.tickets USING btree (account_id, id) WHERE ((group_id IS NULL) AND (deleted_at IS NULL));
CREATE INDEX tickets_without_organization ON public.tickets USING btree (account_id, id) WHERE ((organization_id IS NULL) AND (deleted_at IS NULL));

create table tracker_issues (
  account_id bigint not null,
  key bytea not null,
  url text not null,
  api_token_id bigint not null,
  created_at timestamp with time zone not null,
  constraint tracker_issues_pkey PRIMARY KEY (account_id, key),
  constraint tracker_issues_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table trigger_categories (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  name text not null,
  position integer not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint trigger_categories_pkey PRIMARY KEY (account_id, id),
  constraint trigger_categories_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX trigger_categories_order ON public.trigger_categories USING btree (account_id, "position", id);

create table trigger_revisions (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  trigger_id bigint not null,
  author_id bigint not null,
  created_at timestamp with time zone not null,
  snapshot jsonb not null,
  constraint trigger_revisions_pkey PRIMARY KEY (account_id, id),
  constraint trigger_revisions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint trigger_revisions_account_id_trigger_id_fkey FOREIGN KEY (account_id, trigger_id) REFERENCES triggers(account_id, id) ON DELETE CASCADE
);
CREATE INDEX trigger_revisions_order ON public.trigger_revisions USING btree (account_id, trigger_id, id);

create table trigger_sets (
  account_id bigint not null,
  id text not null,
  trigger_ids bigint[] not null,
  revision_ids bigint[] not null,
  used_at timestamp with time zone not null,
  constraint trigger_sets_pkey PRIMARY KEY (account_id, id),
  constraint trigger_sets_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX trigger_sets_by_time ON public.trigger_sets USING btree (account_id, used_at);

create table triggers (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  category_id bigint not null,
  category_position integer not null,
  key text not null,
  title text not null,
  description text,
  active boolean not null default true,
  default boolean not null default false,
  position integer not null,
  conditions jsonb not null,
  actions jsonb not null,
  revision_id bigint not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint triggers_pkey PRIMARY KEY (account_id, id),
  constraint triggers_account_id_category_id_fkey FOREIGN KEY (account_id, category_id) REFERENCES trigger_categories(account_id, id),
  constraint triggers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX triggers_active ON public.triggers USING btree (account_id, category_position, "position", title, id) WHERE active;
CREATE INDEX triggers_category ON public.triggers USING btree (account_id, category_id, "position");
CREATE UNIQUE INDEX triggers_key ON public.triggers USING btree (account_id, key);
CREATE INDEX triggers_order ON public.triggers USING btree (account_id, category_position, "position", title, id);

create table uploads (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  token_hash bytea not null,
  user_id bigint not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ip_address text,
  suspended_ticket_id bigint,
  constraint uploads_pkey PRIMARY KEY (account_id, id),
  constraint uploads_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint uploads_account_id_suspended_ticket_id_fkey FOREIGN KEY (account_id, suspended_ticket_id) REFERENCES suspended_tickets(account_id, id)
);
CREATE INDEX uploads_by_expiry ON public.uploads USING btree (account_id, expires_at) WHERE (suspended_ticket_id IS NULL);
CREATE UNIQUE INDEX uploads_by_hash ON public.uploads USING btree (account_id, token_hash);
CREATE INDEX uploads_by_suspended_ticket ON public.uploads USING btree (account_id, suspended_ticket_id) WHERE (suspended_ticket_id IS NOT NULL);
CREATE INDEX uploads_by_user ON public.uploads USING btree (account_id, user_id);

create table user_custom_fields (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  key text not null,
  type text not null,
  title text not null,
  description text not null default ''::text,
  position integer not null,
  active boolean not null default true,
  system boolean not null default false,
  regexp_for_validation text,
  tag text,
  options jsonb not null default '[]'::jsonb,
  relationship_target_type text,
  relationship_filter jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  stored_as text,
  constraint user_custom_fields_pkey PRIMARY KEY (account_id, id),
  constraint user_custom_fields_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE UNIQUE INDEX user_custom_fields_key ON public.user_custom_fields USING btree (account_id, key) WHERE (deleted_at IS NULL);

create table user_identities (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  user_id bigint not null,
  type text not null,
  value text not null,
  verified boolean not null default false,
  primary boolean not null default false,
  verified_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  confirmed boolean not null default true,
  constraint user_identities_pkey PRIMARY KEY (account_id, id),
  constraint user_identities_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id) ON DELETE CASCADE
);
CREATE INDEX user_identities_by_user ON public.user_identities USING btree (account_id, user_id, id);
CREATE UNIQUE INDEX user_identities_value ON public.user_identities USING btree (account_id, type, lower(value));

create table users (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  name text not null,
  email text,
  role text not null,
  custom_role_id bigint,
  external_id text,
  organization_id bigint,
  default_group_id bigint,
  verified boolean not null default false,
  active boolean not null default true,
  suspended boolean not null default false,
  moderator boolean not null default false,
  only_private_comments boolean not null default false,
  ticket_restriction text,
  phone text,
  shared_phone_number boolean,
  time_zone text not null,
  locale text not null,
  alias text,
  signature text,
  details text,
  notes text,
  tags text[] not null default '{}'::text[],
  user_fields jsonb not null default '{}'::jsonb,
  preferences jsonb not null default '{}'::jsonb,
  password_hash text,
  last_login_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  two_factor_auth_enabled boolean not null default false,
  photo jsonb,
  role_type smallint,
  words tsvector not null generated always as (search_card(account_id, name, notes, details, ((((tags || email) || external_id) || alias) || phone))) stored,
  permanently_deleted boolean not null default false,
  excluded_brand_ids bigint[] not null default '{}'::bigint[],
  was_staff boolean not null default false,
  constraint users_pkey PRIMARY KEY (account_id, id),
  constraint users_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint users_custom_role FOREIGN KEY (account_id, custom_role_id) REFERENCES custom_roles(account_id, id),
  constraint users_role_check CHECK ((role = ANY (ARRAY['end-user'::text, 'agent'::text, 'admin'::text]))),
  constraint users_ticket_restriction_check CHECK ((ticket_restriction = ANY (ARRAY['organization'::text, 'groups'::text, 'assigned'::text, 'requested'::text])))
);
CREATE INDEX users_active ON public.users USING btree (account_id, id) WHERE active;
CREATE INDEX users_by_custom_role ON public.users USING btree (account_id, custom_role_id, id) WHERE (custom_role_id IS NOT NULL);
CREATE INDEX users_by_field ON public.users USING gin (user_fields) WHERE (user_fields <> '{}'::jsonb);
CREATE INDEX users_by_name ON public.users USING btree (account_id, name, id);
CREATE INDEX users_by_organization ON public.users USING btree (account_id, organization_id) WHERE (organization_id IS NOT NULL);
CREATE INDEX users_by_update ON public.users USING btree (account_id, updated_at, id);
CREATE INDEX users_deleted ON public.users USING btree (account_id, id) WHERE (NOT active);
CREATE INDEX users_email ON public.users USING btree (account_id, lower(email) text_pattern_ops) WHERE (email IS NOT NULL);
CREATE UNIQUE INDEX users_external_id ON public.users USING btree (account_id, lower(external_id)) WHERE ((external_id IS NOT NULL) AND active);
CREATE INDEX users_name_prefix ON public.users USING btree (account_id, lower(name) text_pattern_ops);
CREATE INDEX users_phone ON public.users USING btree (account_id, phone text_pattern_ops) WHERE (phone IS NOT NULL);
CREATE INDEX users_staff ON public.users USING btree (account_id, id) WHERE (role <> 'end-user'::text);
CREATE INDEX users_words ON public.users USING gin (words) WITH (gin_pending_list_limit='256');

create table views (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  key text not null,
  title text not null,
  description text,
  active boolean not null default true,
  default boolean not null default false,
  position integer not null,
  conditions jsonb not null,
  output jsonb not null,
  group_ids bigint[],
  owner_id bigint,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint views_pkey PRIMARY KEY (account_id, id),
  constraint views_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint views_account_id_owner_id_fkey FOREIGN KEY (account_id, owner_id) REFERENCES users(account_id, id),
  constraint views_check CHECK (((group_ids IS NULL) OR (owner_id IS NULL)))
);
CREATE INDEX views_by_owner ON public.views USING btree (account_id, owner_id) WHERE (owner_id IS NOT NULL);
CREATE UNIQUE INDEX views_key ON public.views USING btree (account_id, key);
CREATE INDEX views_order ON public.views USING btree (account_id, "position", id);

create table webhook_attempts (
  account_id bigint not null,
  id text not null,
  invocation_id text not null,
  status text not null,
  status_code integer,
  request jsonb,
  response jsonb,
  started_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  constraint webhook_attempts_pkey PRIMARY KEY (account_id, id),
  constraint webhook_attempts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint webhook_attempts_account_id_invocation_id_fkey FOREIGN KEY (account_id, invocation_id) REFERENCES webhook_invocations(account_id, id) ON DELETE CASCADE,
  constraint webhook_attempts_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'success'::text, 'failed'::text, 'terminated'::text, 'throttled'::text, 'circuit broken'::text])))
);
CREATE INDEX webhook_attempts_by_invocation ON public.webhook_attempts USING btree (account_id, invocation_id, id);

create table webhook_circuits (
  account_id bigint not null,
  webhook_id text not null,
  window_start timestamp with time zone not null,
  requests integer not null,
  failures integer not null,
  opened_at timestamp with time zone,
  retry_at timestamp with time zone,
  constraint webhook_circuits_pkey PRIMARY KEY (account_id, webhook_id),
  constraint webhook_circuits_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint webhook_circuits_account_id_webhook_id_fkey FOREIGN KEY (account_id, webhook_id) REFERENCES webhooks(account_id, id) ON DELETE CASCADE
);

create table webhook_invocations (
  account_id bigint not null,
  id text not null,
  webhook_id text not null,
  status text not null,
  status_code integer,
  content jsonb not null,
  ticket_id bigint,
  event_id text,
  replay_of text,
  tries integer not null default 0,
  created_at timestamp with time zone not null,
  latest_completed_at timestamp with time zone,
  latest_at timestamp with time zone not null,
  constraint webhook_invocations_pkey PRIMARY KEY (account_id, id),
  constraint webhook_invocations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint webhook_invocations_account_id_webhook_id_fkey FOREIGN KEY (account_id, webhook_id) REFERENCES webhooks(account_id, id) ON DELETE CASCADE,
  constraint webhook_invocations_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'success'::text, 'failed'::text, 'terminated'::text, 'throttled'::text, 'circuit broken'::text])))
);
CREATE INDEX webhook_invocations_by_age ON public.webhook_invocations USING btree (account_id, created_at);
CREATE INDEX webhook_invocations_by_completion ON public.webhook_invocations USING btree (account_id, webhook_id, latest_at, id);
CREATE UNIQUE INDEX webhook_invocations_by_event ON public.webhook_invocations USING btree (account_id, webhook_id, event_id);
CREATE INDEX webhook_invocations_by_replay ON public.webhook_invocations USING btree (account_id, replay_of, id) WHERE (replay_of IS NOT NULL);
CREATE INDEX webhook_invocations_by_status ON public.webhook_invocations USING btree (account_id, webhook_id, status, id);
CREATE INDEX webhook_invocations_by_webhook ON public.webhook_invocations USING btree (account_id, webhook_id, id);

create table webhooks (
  account_id bigint not null,
  id text not null,
  number bigint not null generated by default as identity,
  name text not null,
  description text,
  status text not null,
  endpoint text not null,
  http_method text not null,
  request_format text not null,
  subscriptions text[] not null,
  authentication jsonb,
  custom_headers jsonb not null,
  secrets bytea not null,
  created_at timestamp with time zone not null,
  created_by bigint not null,
  updated_at timestamp with time zone,
  updated_by bigint,
  integration_id bigint,
  last_called_at timestamp with time zone,
  constraint webhooks_pkey PRIMARY KEY (account_id, id),
  constraint webhooks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint webhooks_account_id_integration_id_fkey FOREIGN KEY (account_id, integration_id) REFERENCES integrations(account_id, id),
  constraint webhooks_http_method_check CHECK ((http_method = ANY (ARRAY['GET'::text, 'POST'::text, 'PUT'::text, 'PATCH'::text, 'DELETE'::text]))),
  constraint webhooks_request_format_check CHECK ((request_format = ANY (ARRAY['json'::text, 'xml'::text, 'form_encoded'::text]))),
  constraint webhooks_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text])))
);
CREATE UNIQUE INDEX webhooks_by_integration ON public.webhooks USING btree (account_id, integration_id) WHERE (integration_id IS NOT NULL);
CREATE INDEX webhooks_by_name ON public.webhooks USING btree (account_id, name, id);
CREATE INDEX webhooks_by_status ON public.webhooks USING btree (account_id, status, id);

create table workspaces (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  title text not null,
  description text,
  ticket_form_id bigint,
  apps jsonb not null default '[]'::jsonb,
  prefer_workspace_app_order boolean not null default true,
  position integer not null,
  activated boolean not null default true,
  conditions jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  macro_ids bigint[] not null default '{}'::bigint[],
  constraint workspaces_pkey PRIMARY KEY (account_id, id),
  constraint workspaces_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX workspaces_order ON public.workspaces USING btree (account_id, "position", id);
