-- Texts that are joined keep a position between them: a phrase is found within one comment and not across two. So the marks of what is
-- joined are those of its parts, and a ticket's marks grow with it instead of being made anew from all its words at each comment.

-- The words of texts that were said one after the other.
create function search_each(account_id bigint, texts text[]) returns tsvector language plpgsql immutable as $$
declare
  words tsvector := '';
  body text;
begin
  foreach body in array coalesce(texts, '{}') loop words := public.search_joined(words, public.search_words(account_id, body)); end loop;
  return words;
end $$;

create or replace function search_joined(words tsvector, more tsvector) returns tsvector language plpgsql immutable as $$
declare
  apart tsvector := ts_delete('|:1'::tsvector || more, '|');
begin
  if pg_column_compression(words) is null and pg_column_size(words) + pg_column_size(more) < 1000000 then return words || apart; end if;
  begin
    return words || apart;
  exception when program_limit_exceeded then
    return words;
  end;
end $$;

alter table ticket_texts alter column marks drop expression;
