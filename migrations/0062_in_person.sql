-- Programs act in person only with a scope of its own, which only clients that an administrator has marked may be granted.
alter table oauth_clients add column may_act_in_person boolean not null default false;

-- scopes were once stored without being compared with a list: a word of today's list gave nothing then, and gives nothing now
update oauth_clients set scopes = array_remove(scopes, 'in_person') where 'in_person' = any(scopes);
update oauth_codes set scopes = array_remove(scopes, 'in_person') where 'in_person' = any(scopes);
update oauth_tokens set scopes = array_remove(scopes, 'in_person'), granted_scopes = array_remove(granted_scopes, 'in_person')
  where 'in_person' = any(scopes) or 'in_person' = any(granted_scopes);
update access_requests set scopes = array_remove(scopes, 'in_person') where 'in_person' = any(scopes);
update integrations set scopes = array_remove(scopes, 'in_person') where 'in_person' = any(scopes);
