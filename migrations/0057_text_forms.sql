-- Texts that are compared are stored in one form: one letter is written in one way (NFC), keys of other systems have no blanks around them,
-- e-mail addresses no invisible characters. Existing rows are converted. Of two rows that would become the same the one that has the
-- form, or else the older one, gets it; the other keeps what it has, since only people can say which of them is meant.

-- as before, but letters such as the o with a stroke are replaced after their accents are gone, however they were written
create or replace function public.search_words(account_id bigint, body text)
 returns tsvector language plpgsql immutable as $$
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
end $$;

-- a key without the blanks that JavaScript's trim takes away
create or replace function pg_temp.plain_key(key text) returns text language sql immutable as $$
  select nullif(btrim(normalize(key, nfc), E' \t\n\r\f\x0b\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a'
    '\u2028\u2029\u202f\u205f\u3000\ufeff'), '')
$$;

update users set name = normalize(name, nfc) where name is not nfc normalized;
update groups set name = normalize(name, nfc) where name is not nfc normalized;
update users set tags = array(select distinct normalize(tag, nfc) collate "C" as one from unnest(tags) as t (tag) order by one)
  where array_to_string(tags, ' ') is not nfc normalized;
update organizations set tags = array(select distinct normalize(tag, nfc) collate "C" as one from unnest(tags) as t (tag) order by one)
  where array_to_string(tags, ' ') is not nfc normalized;
update tickets set tags = array(select distinct normalize(tag, nfc) collate "C" as one from unnest(tags) as t (tag) order by one)
  where array_to_string(tags, ' ') is not nfc normalized;

with named as (
  select account_id, id, normalize(name, nfc) as form, row_number() over (partition by account_id, lower(normalize(name, nfc))
    order by name is nfc normalized desc, id) as place from organizations)
update organizations o set name = n.form from named n
  where n.account_id = o.account_id and n.id = o.id and n.place = 1 and o.name <> n.form;

with named as (
  select account_id, id, pg_temp.plain_key(external_id) as form, external_id from organizations
  where external_id is not null),
placed as (
  select account_id, id, form, row_number() over (partition by account_id, lower(form) order by external_id = form desc, id) as place from named)
update organizations o set external_id = p.form from placed p
  where p.account_id = o.account_id and p.id = o.id and (p.place = 1 or p.form is null) and o.external_id is distinct from p.form;

with named as (
  select account_id, custom_object_id, id, pg_temp.plain_key(external_id) as form, external_id
  from custom_object_records where external_id is not null),
placed as (
  select account_id, custom_object_id, id, form,
    row_number() over (partition by account_id, custom_object_id, form order by external_id = form desc, id) as place from named)
update custom_object_records r set external_id = p.form from placed p
  where p.account_id = r.account_id and p.custom_object_id = r.custom_object_id and p.id = r.id and (p.place = 1 or p.form is null)
    and r.external_id is distinct from p.form;

with named as (
  select account_id, id, pg_temp.plain_key(external_id) as form, external_id, active from users
  where external_id is not null),
placed as (
  select account_id, id, form, row_number() over (partition by account_id, lower(form), active order by external_id = form desc, id) as place from named)
update users u set external_id = p.form from placed p
  where p.account_id = u.account_id and p.id = u.id and (p.place = 1 or p.form is null) and u.external_id is distinct from p.form;

update tickets set external_id = pg_temp.plain_key(external_id)
  where external_id is not null and external_id is distinct from pg_temp.plain_key(external_id);

with named as (
  select account_id, id, value, type, normalize(btrim(regexp_replace(value,
    '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]+',
    '', 'g')), nfc) as form from user_identities where type = 'email'),
placed as (
  select account_id, id, form, row_number() over (partition by account_id, lower(form) order by value = form desc, id) as place from named)
update user_identities i set value = p.form from placed p
  where p.account_id = i.account_id and p.id = i.id and p.place = 1 and p.form <> '' and i.value <> p.form;
update users u set email = i.value from user_identities i
  where i.account_id = u.account_id and i.user_id = u.id and i.type = 'email' and i."primary" and u.email is distinct from i.value and u.active;

-- the words of a name with such a letter are computed again
update users set name = name where lower(name) ~ '[ǿǽǣ]';
update organizations set name = name where lower(name) ~ '[ǿǽǣ]';

-- Options of fields and what was chosen of them, as rules and views name them, too. No character of JSON's own takes an accent, so the text of
-- a value is brought into the form as a whole.
update ticket_fields set options = normalize(options::text, nfc)::jsonb where options::text is not nfc normalized;
update user_custom_fields set options = normalize(options::text, nfc)::jsonb where options::text is not nfc normalized;
update organization_custom_fields set options = normalize(options::text, nfc)::jsonb where options::text is not nfc normalized;
update custom_object_fields set options = normalize(options::text, nfc)::jsonb where options::text is not nfc normalized;
update tickets set custom_fields = normalize(custom_fields::text, nfc)::jsonb where custom_fields::text is not nfc normalized;
update users set user_fields = normalize(user_fields::text, nfc)::jsonb where user_fields::text is not nfc normalized;
update organizations set organization_fields = normalize(organization_fields::text, nfc)::jsonb
  where organization_fields::text is not nfc normalized;
update custom_object_records set custom_object_fields = normalize(custom_object_fields::text, nfc)::jsonb
  where custom_object_fields::text is not nfc normalized;
update ticket_forms set agent_conditions = normalize(agent_conditions::text, nfc)::jsonb, end_user_conditions = normalize(end_user_conditions::text, nfc)::jsonb
  where agent_conditions::text is not nfc normalized or end_user_conditions::text is not nfc normalized;
update triggers set conditions = normalize(conditions::text, nfc)::jsonb, actions = normalize(actions::text, nfc)::jsonb
  where conditions::text is not nfc normalized or actions::text is not nfc normalized;
update automations set conditions = normalize(conditions::text, nfc)::jsonb, actions = normalize(actions::text, nfc)::jsonb
  where conditions::text is not nfc normalized or actions::text is not nfc normalized;
update object_triggers set conditions = normalize(conditions::text, nfc)::jsonb, actions = normalize(actions::text, nfc)::jsonb
  where conditions::text is not nfc normalized or actions::text is not nfc normalized;
update macros set actions = normalize(actions::text, nfc)::jsonb where actions::text is not nfc normalized;
update views set conditions = normalize(conditions::text, nfc)::jsonb where conditions::text is not nfc normalized;
update routing_attribute_values set conditions = normalize(conditions::text, nfc)::jsonb where conditions::text is not nfc normalized;
update workspaces set conditions = normalize(conditions::text, nfc)::jsonb where conditions::text is not nfc normalized;
update deletion_schedules set conditions = normalize(conditions::text, nfc)::jsonb where conditions::text is not nfc normalized;
update custom_object_access_rules set conditions = normalize(conditions::text, nfc)::jsonb where conditions::text is not nfc normalized;
