// The profile of a user, to be read by agents: how to reach them, and what they have asked for.
// Does not belong here: team members and what they may do (features/team_members).

import { useQuery } from '@tanstack/react-query'
import { createLink, useParams } from '@tanstack/react-router'
import { Fragment } from 'react'
import { type Profile, profileQuery, requestedTicketsQuery } from './queries.ts'
import { paths } from '#lib/paths.ts'
import { describeRole } from '#features/session/public.ts'
import { Loaded } from '#features/common/public.ts'
import { Card, CardHead, Cards, CardTitle, FormBody } from '#kit/Card.tsx'
import { Page } from '#kit/Page.tsx'
import { PlainList } from '#kit/PlainList.tsx'
import { RelativeTime } from '#kit/RelativeTime.tsx'
import { Facts, SecondLine, Subtle, TextAnchor } from '#kit/text.tsx'
import { describeStatus } from '#features/tickets/public.ts'

const TextLink = createLink(TextAnchor)

/** The page at `paths.user`. @source docs/reference/people.md §1 */
export function UserPage() {
  const id = Number(useParams({ from: `/frame${paths.user}` }).id)
  const query = useQuery(profileQuery(id))
  return (
    <Page title={query.data?.name ?? `User ${id}`} isNarrow>
      <Loaded query={query} noun="user" hint="They may have been deleted, or you may not be allowed to see them." rows={6}>
        {(user) => (
          <Cards>
            <ProfileCard user={user} />
            <RequestedTickets id={id} />
          </Cards>
        )}
      </Loaded>
    </Page>
  )
}

function ProfileCard({ user }: { user: Profile }) {
  const { email, phone, role, created_at, alias, details, notes, tags = [] } = user
  const facts = Object.entries({ 'E-mail': email, Phone: phone, Alias: alias, Tags: tags.join(', '), Details: details, Notes: notes })
  return (
    <Card aria-label="Profile">
      <FormBody>
        <Facts>
          <dt>Role</dt>
          <dd>{describeRole(role)}</dd>
          {facts.map(([title, value]) =>
            value ? (
              <Fragment key={title}>
                <dt>{title}</dt>
                <dd>{value}</dd>
              </Fragment>
            ) : null,
          )}
          <dt>Created</dt>
          <dd>
            <RelativeTime at={created_at} />
          </dd>
        </Facts>
      </FormBody>
    </Card>
  )
}

function RequestedTickets({ id }: { id: number }) {
  return (
    <Card aria-label="Tickets">
      <CardHead>
        <CardTitle>Tickets</CardTitle>
        <Subtle>The newest that they requested.</Subtle>
      </CardHead>
      <Loaded query={useQuery(requestedTicketsQuery(id))} noun="list of tickets" rows={3}>
        {({ tickets, custom_statuses = [] }) => (
          <PlainList label="Tickets">
            {tickets.length === 0 && <li>None</li>}
            {tickets.map((ticket) => (
              <li key={ticket.id}>
                <TextLink to={paths.ticket} params={{ id: String(ticket.id) }}>
                  #{ticket.id} {ticket.subject}
                </TextLink>
                <SecondLine>
                  {describeStatus(ticket, custom_statuses)}, <RelativeTime at={ticket.updated_at} />
                </SecondLine>
              </li>
            ))}
          </PlainList>
        )}
      </Loaded>
    </Card>
  )
}
