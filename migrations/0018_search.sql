-- Full text. Every word is stored with its instance in front (`a17xprinter`): so the word lists of one instance are no longer for the
-- words of others, statistics are those of the instance, and no extension is needed.

-- The words of a text, as server/search/words.ts reads them in a query: lower case, without accents, cut wherever there is neither a
-- letter nor a digit; where a script writes no spaces each character is a word.
create function search_words(account_id bigint, body text) returns tsvector language plpgsql immutable as $$
declare
  folded text := lower(body);
  mark text := ' a' || account_id || 'x';
begin
  if octet_length(folded) > length(folded) then
    folded := translate(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđħŧı', 'oldhti');
    folded := regexp_replace(lower(normalize(folded, nfkd)), '[\u0300-\u036f\u3099\u309a]+', '', 'g');
    folded := regexp_replace(folded, '([\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff])', ' \1 ', 'g');
  end if;
  folded := mark || regexp_replace(folded,
    '[\u0001-/:-`{-\u00bf\u00d7\u00f7\u2000-\u2bff\u3000-\u3020\u3030\u303d-\u303f\ufe00-\ufe6f\ufff0-\uffff\U0001f000-\U0001faff]+', mark, 'g');
  -- so many characters always fit; looking out for an error costs more than the words do
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

-- One list of words behind another; what no longer fits is not found.
create function search_joined(words tsvector, more tsvector) returns tsvector language plpgsql immutable as $$
begin
  if pg_column_compression(words) is null and pg_column_size(words) + pg_column_size(more) < 1000000 then return words || more; end if;
  begin
    return words || more;
  exception when program_limit_exceeded then
    return words;
  end;
end $$;

-- The words of a record by where they stand: a name, two texts, and small things such as tags.
create function search_card(account_id bigint, a text, b text, c text, d text[]) returns tsvector language plpgsql immutable as $$
declare
  words tsvector := setweight(public.search_words(account_id, coalesce(a, '')), 'A');
begin
  if b <> '' then words := public.search_joined(words, setweight(public.search_words(account_id, b), 'B')); end if;
  if c <> '' then words := public.search_joined(words, setweight(public.search_words(account_id, c), 'C')); end if;
  return public.search_joined(words, setweight(public.search_words(account_id, array_to_string(d, ' ')), 'D'));
end $$;

-- The words of each ticket, apart from it, so that a change of anything else writes none. A: subject; B: description;
-- C: later comments; D: tags and outside ids. Written by the statement that writes the ticket; deleted tickets have none.
create table ticket_texts (
  account_id bigint not null,
  ticket_id bigint not null,
  words tsvector not null,
  primary key (account_id, ticket_id)
);
alter table ticket_texts alter column words set statistics 1000;
insert into ticket_texts (account_id, ticket_id, words)
  select t.account_id, t.id, search_card(t.account_id, t.subject,
      (select c.plain_body from ticket_comments c where c.account_id = t.account_id and c.ticket_id = t.id order by c.created_at, c.id limit 1),
      (select string_agg(l.plain_body, ' ' order by l.created_at, l.id) from (
        select c.plain_body, c.created_at, c.id from ticket_comments c where c.account_id = t.account_id and c.ticket_id = t.id
        order by c.created_at, c.id offset 1) as l),
      t.tags || t.external_id || t.recipient)
    from tickets t where t.deleted_at is null;
create index ticket_texts_words on ticket_texts using gin (words) with (gin_pending_list_limit = 256);
create index tickets_by_creation on tickets (account_id, created_at, id) where deleted_at is null;

-- A: name; B: notes; C: details; D: tags, addresses, outside ids
alter table users add column words tsvector not null generated always as
  (search_card(account_id, name, notes, details, tags || email || external_id || alias || phone)) stored;
alter table users alter column words set statistics 1000;
create index users_words on users using gin (words) with (gin_pending_list_limit = 256);
alter table organizations add column words tsvector not null generated always as
  (search_card(account_id, name, notes, details, tags || domain_names || external_id)) stored;
alter table organizations alter column words set statistics 1000;
create index organizations_words on organizations using gin (words) with (gin_pending_list_limit = 256);
drop index users_name_words;
