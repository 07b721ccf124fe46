// A ticket, to be read: its properties, its comments, and its updates with what caused them.
// Does not belong here: why rules fired (TracePage.tsx); writing.

import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ticketQuery } from './queries.ts'
import { paths } from '#lib/paths.ts'
import { Loaded } from '#features/common/public.ts'
import { Page } from '#kit/Page.tsx'
import { Segments } from '#kit/Segments.tsx'
import { Comments } from './Comments.tsx'
import { TicketFacts } from './TicketFacts.tsx'
import styles from './TicketPage.module.css'
import { Updates } from './Updates.tsx'

const parts = [
  { value: 'comments', label: 'Conversation' },
  { value: 'updates', label: 'Updates' },
] as const

/** The page at `paths.ticket`. @source docs/reference/tickets.md §1, §2, §5 */
export function TicketPage() {
  const id = Number(useParams({ from: `/frame${paths.ticket}` }).id)
  const { show = 'comments' as const } = useSearch({ from: `/frame${paths.ticket}` })
  const navigate = useNavigate({ from: paths.ticket })
  const query = useQuery(ticketQuery(id))
  const subject = query.data?.ticket.subject
  return (
    <Page title={query.data === undefined ? `Ticket #${id}` : `#${id} ${subject ?? ''}`}>
      <Loaded query={query} noun="ticket" hint="It may have been deleted, or you may not be allowed to see it." rows={8}>
        {(found) => (
          <div className={styles.ticket}>
            <div className={styles.main}>
              <div>
                <Segments
                  label="Show"
                  segments={parts}
                  value={show}
                  onChange={(value) => void navigate({ search: value === 'updates' ? { show: value } : {}, replace: true })}
                />
              </div>
              {show === 'updates' ? <Updates id={id} people={found.users ?? []} /> : <Comments id={id} />}
            </div>
            <TicketFacts found={found} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}
