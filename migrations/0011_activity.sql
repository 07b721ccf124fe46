-- What request_log holds, summed by day: who called what, how often, with which success. Written by the statement that writes the log,
-- and kept as long. A day is one of the machine's clock in UTC, as the log's times are.
create table request_activity (
  account_id bigint not null,
  -- 2026-11-20
  day text not null,
  -- stands for all columns from credential_kind to ip_address together
  key bytea not null,
  credential_kind text not null,
  -- 0 and '' stand for what is not known
  credential_id bigint not null,
  client_id bigint not null,
  user_id bigint not null,
  method text not null,
  route text not null,
  user_agent text not null,
  ip_address text not null,
  calls integer not null,
  -- refused or failed: 4xx and 5xx without 429
  errors integer not null,
  -- 429
  limited integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (account_id, day, key)
) with (fillfactor = 80);

insert into request_activity (account_id, day, key, credential_kind, credential_id, client_id, user_id, method, route, user_agent, ip_address,
    calls, errors, limited, first_at, last_at)
  select account_id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD'),
    substring(sha256(convert_to(jsonb_build_array(credential_kind, coalesce(credential_id, 0), coalesce(client_id, 0), coalesce(user_id, 0),
      method, route, coalesce(user_agent, ''), coalesce(ip_address, ''))::text, 'UTF8')) for 16),
    credential_kind, coalesce(credential_id, 0), coalesce(client_id, 0), coalesce(user_id, 0), method, route, coalesce(user_agent, ''),
    coalesce(ip_address, ''), count(*), count(*) filter (where status >= 400 and status <> 429), count(*) filter (where status = 429),
    min(created_at), max(created_at)
  from request_log group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11;
