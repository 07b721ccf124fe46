-- One issue of an outside tracker, however its URL is written. `server/lib/tracker_issue.ts` says what two of them are compared by; the
-- function below says the same for the rows that are there, and goes again.

-- SHA-256 of what the issue is compared by; null where a request stands for none, or for one that another request stands for already
alter table access_requests add column external_key bytea;

create function tracker_issue_key(url text) returns text language plpgsql as $$
declare
  place text := lower(regexp_replace(regexp_replace(substring(trim(url) from '^https?:[/\\]*([^/\\?#]+)'), '^.*@', ''), '\.+(?=:|$)', ''));
  path text := regexp_replace(trim(url), '^https?:[/\\]*[^/\\?#]+', '', 'i');
  before text := '';
  bytes bytea;
  part text;
  segments text[] := '{}';
begin
  if place is null then return null; end if;
  path := regexp_replace(path, '[?#].*$', '');
  while path <> before loop
    before := path;
    bytes := '';
    for part in select m[1] from regexp_matches(path, '(%[0-9A-Fa-f]{2}|[^%]+)', 'g') as m loop
      bytes := bytes || case when part = '%00' then '' when part like '\%%' then decode(substr(part, 2), 'hex') else convert_to(part, 'UTF8') end;
    end loop;
    begin
      path := normalize(convert_from(bytes, 'UTF8'), nfkc);
    exception when others then
      -- bytes that are no UTF-8: no two readers agree on what the path names, so it stands for itself
      return place || path;
    end;
    path := regexp_replace(path, '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]', '', 'g');
  end loop;
  path := regexp_replace(path, '[?#].*$', '');
  foreach part in array regexp_split_to_array(path, '[/\\]') loop
    part := btrim(split_part(part, ';', 1), E' \t\n\r\u00a0');
    if part = '..' then
      segments := segments[:cardinality(segments) - 1];
      continue;
    end if;
    part := regexp_replace(part, '[\s.]+$', '');
    if part <> '' then segments := segments || part; end if;
  end loop;
  path := coalesce('/' || nullif(array_to_string(segments, '/'), ''), '');
  path := regexp_replace(path, '^(.*/(?:browse|issues?)/[a-z][a-z0-9_]*-\d+)/.*$', '\1', 'i');
  path := regexp_replace(path, '^(.*/(?:issues(?:/incident)?|pull|merge_requests|work_items|_workitems/edit)/\d+)/[^/]*[^0-9].*$', '\1', 'i');
  path := regexp_replace(path, '^(/c/[a-z0-9]{8})/.*$', '\1', 'i');
  path := lower(path);
  path := regexp_replace(path, '/-(?=/)', '', 'g');
  path := regexp_replace(path, '/(?:issues/incident|quality/test_cases|pull|work_items)/(?=[0-9])', '/issues/', 'g');
  path := regexp_replace(path, '/(issues|merge_requests|_workitems/edit)/([0-9]+)[^0-9a-z/].*$', '/\1/\2');
  path := regexp_replace(path, '(?:/jira/[a-z-]+(?:/c)?)?/(?:projects/[^/]+/(?:issues|boards?|queues)|boards|queues|portals?|servicedesk|rest/[^/]+/[^/]+/issue|si/[^/]+)/'
    || '(?:(?![a-z][a-z0-9_]*-[0-9]+(?:/|$))[^/]+/)*([a-z][a-z0-9_]*-[0-9]+)(?:/.*)?$', '/browse/\1');
  path := regexp_replace(path, '/(?:browse|issues?)/([a-z][a-z0-9_]*-[0-9]+)(?![0-9a-z]).*$', '/browse/\1');
  path := regexp_replace(path, '/(issues|merge_requests|_workitems/edit)/0+(?=[0-9])', '/\1/', 'g');
  path := regexp_replace(path, '([-/])0+(?=[0-9]+$)', '\1');
  return place || path;
end $$;

-- Several requests may stand for one issue by now, in several spellings. The issue is from now on that of the one that has led to a token, else
-- of the oldest; the others keep their URL, and none of them makes a second token, because the issue is spent with the first.
update access_requests r set external_key = sha256(convert_to(tracker_issue_key(r.external_url), 'UTF8'))
  from (select distinct on (account_id, tracker_issue_key(external_url)) account_id, id from access_requests
    where external_url is not null and tracker_issue_key(external_url) is not null
    order by account_id, tracker_issue_key(external_url), api_token_id is null, id) as first
  where r.account_id = first.account_id and r.id = first.id;
drop index access_requests_external_url;
create unique index access_requests_external_key on access_requests (account_id, external_key) where external_key is not null;

-- The first token of an issue is the one it was the ground of; those made in other spellings go on, but no more are made.
create temporary table spent_issues on commit drop as
  select account_id, tracker_issue_key(url) as issue, url, api_token_id, created_at from tracker_issues
  union all
  select account_id, tracker_issue_key(external_url), external_url, api_token_id, coalesce(issued_at, created_at) from access_requests
    where external_url is not null and api_token_id is not null and kind = 'api_token';
delete from tracker_issues;
insert into tracker_issues (account_id, key, url, api_token_id, created_at)
  select distinct on (account_id, issue) account_id, sha256(convert_to(issue, 'UTF8')), url, api_token_id, created_at
  from spent_issues where issue is not null order by account_id, issue, created_at, api_token_id;
drop table spent_issues;
drop function tracker_issue_key(text);
