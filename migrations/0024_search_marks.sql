-- What a list of words alone cannot say quickly: which words follow each other, and which stand in the subject. Without it a phrase of
-- frequent words is looked for in every ticket that has them.

-- A number of 16 bits for each two words that follow each other, and for each word under weight A. Different ones may share a number: what is
-- found by it is compared with the words themselves.
create function search_marks(words tsvector) returns smallint[] language plpgsql immutable parallel safe cost 1000 as $$
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
end $$;

alter table ticket_texts add column marks smallint[] not null generated always as (search_marks(words)) stored;
-- so many numbers say nothing to the planner, and gathering them would take minutes
alter table ticket_texts alter column marks set statistics 0;
create index ticket_texts_marks on ticket_texts using gin (marks) with (gin_pending_list_limit = 256);

-- The values of all custom fields of a ticket, each as one word.
create function field_values(account_id bigint, fields jsonb) returns tsvector language sql immutable parallel safe cost 100 as $$
  select array_to_tsvector(coalesce(array_agg(distinct 'a' || account_id || 'x' || left(lower(value #>> '{}'), 200)), '{}'))
    from jsonb_path_query(fields, 'lax $.*[*] ? (@ != null)') as f (value)
$$;
create index tickets_by_field_value on tickets using gin (field_values(account_id, custom_fields)) with (gin_pending_list_limit = 256)
  where custom_fields <> '{}';

-- Tickets of a status, most of which are closed.
create index tickets_unclosed on tickets (account_id, status, id) where status <> 'closed' and deleted_at is null;

-- of what an index computes nothing is known until somebody counts it
analyze tickets;
