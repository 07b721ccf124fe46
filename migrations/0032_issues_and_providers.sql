-- More pages of Azure DevOps, GitHub and GitLab are known as those of one issue: the rows that are there are compared by the same.
-- `server/lib/tracker_issue.ts` says what two of them are compared by; the function below says the same, and goes again. An address that
-- names no issue any more keeps the key it has, or one that no issue has.

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
  -- addresses of APIs, and the pages of Azure DevOps
  if place = 'www.github.com' then place := 'github.com'; end if;
  if place = 'api.github.com' and path ~* '^/repos/[^/]+/[^/]+/(issues|pulls)/[0-9]+(/|$)' then
    place := 'github.com';
    path := '/api/v3' || path;
  end if;
  path := regexp_replace(path, '^(.*)/api/v3/repos/([^/]+/[^/]+)/(?:issues|pulls)/([0-9]+)(?:/.*)?$', '\1/\2/issues/\3', 'i');
  path := regexp_replace(path, '^(.*)/api/v4/projects/(.*[^0-9/].*)/(issues|merge_requests)/([0-9]+)(?:/.*)?$', '\1/\2/\3/\4', 'i');
  path := regexp_replace(path, '^(.*)/_(?:workitems/edit|queries/edit|apis/wit/workitems)/([0-9]+)(?:/.*)?$', '\1/_workitems/edit/\2', 'i');
  path := regexp_replace(path, '^(.*/(?:browse|issues?)/[a-z][a-z0-9_]*-\d+)/.*$', '\1', 'i');
  path := regexp_replace(path, '^(.*/(?:issues(?:/incident)?|pull|merge_requests|work_items|epics)/\d+)/[^/]*[^0-9].*$', '\1', 'i');
  path := regexp_replace(path, '^(/c/[a-z0-9]{8})/.*$', '\1', 'i');
  path := lower(path);
  path := regexp_replace(path, '/-(?=/)', '', 'g');
  path := regexp_replace(path, '/(?:issues/incident|quality/test_cases|pull|work_items)/(?=[0-9])', '/issues/', 'g');
  path := regexp_replace(path, '/groups/(.+)/epics/(?=[0-9])', '/groups/\1/issues/');
  path := regexp_replace(path, '/(issues|merge_requests|_workitems/edit)/([0-9]+)[^0-9a-z/].*$', '/\1/\2');
  path := regexp_replace(path, '(?:/jira/[a-z-]+(?:/c)?)?/(?:projects/[^/]+/(?:issues|boards?|queues)|boards|queues|portals?|servicedesk|rest/[^/]+/[^/]+/issue|si/[^/]+)/'
    || '(?:(?![a-z][a-z0-9_]*-[0-9]+(?:/|$))[^/]+/)*([a-z][a-z0-9_]*-[0-9]+)(?:/.*)?$', '/browse/\1');
  path := regexp_replace(path, '/(?:browse|issues?)/([a-z][a-z0-9_]*-[0-9]+)(?![0-9a-z]).*$', '/browse/\1');
  path := regexp_replace(path, '/(issues|merge_requests|_workitems/edit)/0+(?=[0-9])', '/\1/', 'g');
  path := regexp_replace(path, '([-/])0+(?=[0-9]+$)', '\1');
  path := place || path;
  path := regexp_replace(path, '^([a-z0-9-]+)\.visualstudio\.com(?:/.*)?/_workitems/edit/([0-9]+)$', 'dev.azure.com/\1/_workitems/edit/\2');
  return regexp_replace(path, '^dev\.azure\.com/([^/]+)(?:/.*)?/_workitems/edit/([0-9]+)$', 'dev.azure.com/\1/_workitems/edit/\2');
end $$;

-- As in 0028: of several requests for one issue the one that has led to a token stands for it, else the oldest.
update access_requests r set external_key = null where external_key is not null and exists (
  select 1 from access_requests o
  where o.account_id = r.account_id and o.external_key is not null and tracker_issue_key(o.external_url) = tracker_issue_key(r.external_url)
    and (o.api_token_id is null, o.id) < (r.api_token_id is null, r.id));
update access_requests set external_key = sha256(convert_to(tracker_issue_key(external_url), 'UTF8'))
  where external_key is not null and external_key <> sha256(convert_to(tracker_issue_key(external_url), 'UTF8'));

create temporary table spent_issues on commit drop as select account_id, tracker_issue_key(url) as issue, key, url, api_token_id, created_at from tracker_issues;
delete from tracker_issues;
insert into tracker_issues (account_id, key, url, api_token_id, created_at)
  select distinct on (account_id, issue) account_id, coalesce(sha256(convert_to(issue, 'UTF8')), key), url, api_token_id, created_at
  from spent_issues order by account_id, issue, created_at, api_token_id;
drop table spent_issues;
drop function tracker_issue_key(text);

-- Beside it: whether the owner has set up a provider or saved it since. Only then may it vouch for the owner's address; of providers that
-- are there nobody knows, and the owner saves those they trust. Links that there are go on.
alter table identity_providers add column if not exists owner_trusts boolean not null default false;
