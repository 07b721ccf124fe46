-- Issues of outside trackers that have been the ground of an API token: each of one. Kept when the token is deleted.
create table tracker_issues (
  account_id bigint not null references accounts (id),
  -- SHA-256 of the URL: some are longer than an index can hold
  key bytea not null,
  -- without fragment and slashes at its end
  url text not null,
  -- of the token that was made for it; it may be gone by now
  api_token_id bigint not null,
  created_at timestamptz not null,
  primary key (account_id, key)
);

insert into tracker_issues (account_id, key, url, api_token_id, created_at)
  select account_id, sha256(convert_to(url, 'UTF8')), url, min(id), min(created_at)
  from (select account_id, id, created_at,
      lower(substring(url from '^[^/]+//[^/?]+')) || substring(url from '^[^/]+//[^/?]+(.*)$') as url
    from (select account_id, id, created_at, rtrim(split_part(description, '#', 1), '/') as url
      from api_tokens where exception is null and access_request_id is null and description ~* '^https?://[^/?#]') as cut) as issues
  group by account_id, url;

-- true when whoever made the token was shown its value; of the others it went straight into a one-time secret
alter table api_tokens add column seen_by_creator boolean not null default false;
update api_tokens t set seen_by_creator = true
  where t.exception is distinct from 'bootstrap' and not exists (select 1 from shared_secrets s
    where s.account_id = t.account_id and s.api_token_id = t.id and s.created_at = t.created_at);
