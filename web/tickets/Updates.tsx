// The updates of a ticket, the newest first: who or what changed what, with a link to why its rules fired or did not.
// Does not belong here: events in words (event_words.ts), the rules of one update (TracePage.tsx).

import { useInfiniteQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import styled from 'styled-components'
import type { NamedRecord } from '../api/records.ts'
import { auditsQuery, type EventDelivery, type TicketAudit } from '../api/tickets.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { Card, FormActions, FormBody } from '../ui/Card.tsx'
import { History, Moment } from '../ui/History.tsx'
import { palette } from '../ui/palette.ts'
import { ScreenReaderOnly, Subtle, TextAnchor } from '../ui/text.tsx'
import { groupEvents, type EventLine, listNamedIds, viaWords } from './event_words.ts'
import { RuleLink } from '../rules/RuleLink.tsx'
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
        <Card>
          <FormBody>
            <History label="Updates, the newest first">
              {audits.map((audit) => (
                <Update key={audit.id} audit={audit} deliveries={deliveries} names={names} />
              ))}
            </History>
          </FormBody>
          {query.hasNextPage && (
            <FormActions>
              <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                Show older updates
              </Button>
            </FormActions>
          )}
        </Card>
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
    <Moment who={person(audit.author_id)} verb={viaWords(audit.via)} at={audit.created_at} text="">
      {groupEvents(audit, deliveries, words, person).map(({ cause, lines }, index) => (
        <div key={index}>
          {cause !== undefined && <RuleLink {...cause} />}
          <Lines>
            {lines.map((line, place) => (
              <li key={place}>
                <Line {...line} />
              </li>
            ))}
          </Lines>
        </div>
      ))}
      <div>
        <TextLink to={paths.audit_trace} params={{ ticket_id: String(audit.ticket_id), id: String(audit.id) }}>
          Rules of this update
          <ScreenReaderOnly> ({audit.id})</ScreenReaderOnly>
        </TextLink>
      </div>
    </Moment>
  )
}

function Line({ text, note, body = '' }: EventLine) {
  return (
    <>
      {text}
      {note !== undefined && <Note>{note}</Note>}
      {body !== '' && (
        <details>
          <summary>Text</summary>
          <Body>{body}</Body>
        </details>
      )}
    </>
  )
}

const Note = styled(Subtle)`
  display: block;
`

const Body = styled.pre`
  margin: 4px 0;
  padding: 8px 12px;
  border-left: 2px solid ${palette.sand[200]};
  font: inherit;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`

const Lines = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 2px;
  margin: 0;
  padding: 0 0 0 18px;
  overflow-wrap: anywhere;
`
