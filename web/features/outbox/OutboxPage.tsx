// The outbox: every mail the instance has written, and its delivery state.
// Does not belong here: one mail (MailPage.tsx), the texts of mails (the modules of the server that send them).

import { useQuery } from '@tanstack/react-query'
import { createLink, useNavigate, useSearch } from '@tanstack/react-router'
import { type Mail, MAILS_PER_PAGE, mailsQuery, type MailState } from './queries.ts'
import { keysOf } from '#lib/objects.ts'
import { paths } from '#lib/paths.ts'
import { Loaded } from '#features/common/public.ts'
import type { Column } from '#kit/table/PlainTable.tsx'
import { ServedTable } from '#kit/table/ServedTable.tsx'
import { EmailAddress } from '#kit/EmailAddress.tsx'
import { Card, Cards, Toolbar } from '#kit/Card.tsx'
import { EmptyState } from '#kit/EmptyState.tsx'
import { Notice } from '#kit/Notice.tsx'
import { Page } from '#kit/Page.tsx'
import { RelativeTime } from '#kit/RelativeTime.tsx'
import { Segments } from '#kit/Segments.tsx'
import { StatusTag } from '#kit/StatusTag.tsx'
import { LongMono, Mono, SecondLine, TextAnchor } from '#kit/text.tsx'
import { mailStates, parseMailSearch } from './states.ts'

const TextLink = createLink(TextAnchor)

/** The page at `paths.outbox`. */
export function OutboxPage() {
  const { state, page = 1 } = useSearch({ from: `/frame${paths.outbox}` })
  const navigate = useNavigate({ from: paths.outbox })
  const { data } = useQuery(mailsQuery(state, page))
  return (
    <Page isList title="Outbox" intro="Every mail this instance has written, and what became of it. Mails are deleted after 90 days.">
      <Cards>
        {data?.has_mail_server === false && (
          <Notice type="info" title="There is no mail server">
            Mails are kept here and not sent. To have them sent, set <Mono>SMTP_URL</Mono> on the server.
          </Notice>
        )}
        <div>
          <Toolbar>
            <Segments<MailState | 'all'>
              label="State"
              segments={[{ value: 'all', label: 'All' }, ...keysOf(mailStates).map((value) => ({ value, label: mailStates[value].label }))]}
              value={state ?? 'all'}
              onChange={(value) => navigate({ search: parseMailSearch({ state: value }), replace: true })}
            />
          </Toolbar>
          <MailList state={state} page={page} onPage={(next) => navigate({ search: (now) => ({ ...now, page: next }) })} />
        </div>
      </Cards>
    </Page>
  )
}

function MailList({ state, page, onPage }: { state: MailState | undefined; page: number; onPage: (page: number) => void }) {
  return (
    <Loaded query={useQuery(mailsQuery(state, page))} noun="mails">
      {({ mails, count }) => (
        <Card>
          {count === 0 ? (
            <EmptyState icon="envelope" title={state === undefined ? 'No mails yet' : `No ${mailStates[state].label.toLowerCase()} mails`}>
              Every mail to somebody here will be listed on this page.
            </EmptyState>
          ) : (
            <ServedTable
              label="Mails"
              entries={mails}
              columns={columns}
              keyOf={({ id }) => id}
              page={page}
              total={count ?? 0}
              size={MAILS_PER_PAGE}
              onPage={onPage}
            />
          )}
        </Card>
      )}
    </Loaded>
  )
}

const columns: readonly Column<Mail>[] = [
  {
    title: 'Subject',
    render: ({ id, subject, topic }) => (
      <div>
        <TextLink to={paths.outbox_mail} params={{ id: String(id) }}>
          {subject}
        </TextLink>
        <SecondLine>
          <LongMono>{topic}</LongMono>
        </SecondLine>
      </div>
    ),
  },
  { title: 'To', width: '28%', render: ({ to }) => <EmailAddress text={to} /> },
  { title: 'When', width: '15%', render: ({ sent_at, created_at }) => <RelativeTime at={sent_at ?? created_at} /> },
  {
    title: 'State',
    width: '104px',
    render: ({ state }) => <StatusTag tone={mailStates[state].tone}>{mailStates[state].label}</StatusTag>,
  },
]
