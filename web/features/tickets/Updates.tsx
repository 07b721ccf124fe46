// The updates of a ticket, the newest first: who or what changed what, with a link to why its rules fired or did not.
// Does not belong here: events in words (event_words.ts), the rules of one update (TracePage.tsx).

import { useInfiniteQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import type { NamedRecord } from '#features/named_records/public.ts'
import { auditsQuery, type EventDelivery, type TicketAudit } from './queries.ts'
import { Loaded } from '#features/common/public.ts'
import { paths } from '#lib/paths.ts'
import { Button } from '#kit/Button.tsx'
import { Feed, FeedEvent } from '#kit/Feed.tsx'
import { Summary } from '#kit/Summary.tsx'
import { Divider, PlainTextBlock, ScreenReaderOnly, Subtle, TextAnchor } from '#kit/text.tsx'
import { groupEvents, type EventLine, listNamedIds, viaWords } from './event_words.ts'
import { RuleLink } from '#features/business_rules/public.ts'
import styles from './Updates.module.css'
import { type TicketNames, useNames } from './use_names.ts'

const TextLink = createLink(TextAnchor)

/** The audits, fifty at a time. `people`: those whose names are known already. */
export function Updates({ id, people }: { id: number; people: readonly NamedRecord[] }) {
  const query = useInfiniteQuery(auditsQuery(id))
  const audits = query.data?.pages.flatMap((page) => page.audits) ?? []
  const deliveries = new Map(
    query.data?.pages.flatMap(({ deliveries: sent = [] }) => sent).map((delivery) => [delivery.event_id, delivery]),
  )
  const known = [...people, ...(query.data?.pages.flatMap(({ users = [] }) => users) ?? [])]
  const names = useNames(known, listNamedIds(audits))
  return (
    <Loaded query={query} noun="updates">
      {() => (
        <div className={styles.updates}>
          <Feed label="Updates, the newest first">
            {audits.map((audit) => (
              <Update key={audit.id} audit={audit} deliveries={deliveries} names={names} />
            ))}
          </Feed>
          {query.hasNextPage && (
            <Divider>
              <Button kind="quiet" size="small" isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                Show older updates
              </Button>
            </Divider>
          )}
        </div>
      )}
    </Loaded>
  )
}

interface UpdateProps {
  audit: TicketAudit
  deliveries: ReadonlyMap<number, EventDelivery>
  names: TicketNames
}

function Update({ audit, deliveries, names: { words, person } }: UpdateProps) {
  return (
    <FeedEvent
      who={person(audit.author_id)}
      verb={viaWords(audit.via)}
      at={audit.created_at}
      action={
        <TextLink to={paths.audit_trace} params={{ ticket_id: String(audit.ticket_id), id: String(audit.id) }}>
          Rules of this update
          <ScreenReaderOnly> ({audit.id})</ScreenReaderOnly>
        </TextLink>
      }
    >
      {groupEvents(audit, deliveries, words, person).map(({ cause, lines }, index) => (
        <div key={index}>
          {cause !== undefined && <RuleLink {...cause} />}
          <ul className={styles.lines}>
            {lines.map((line, place) => (
              <li key={place}>
                <Line {...line} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </FeedEvent>
  )
}

function Line({ text, note, body = '' }: EventLine) {
  return (
    <>
      {text}
      {note !== undefined && <Subtle className={styles.note}>{note}</Subtle>}
      {body !== '' && (
        <details>
          <Summary>Text</Summary>
          <PlainTextBlock>{body}</PlainTextBlock>
        </details>
      )}
    </>
  )
}
