import { createLink } from '@tanstack/react-router'
import { paths } from '#lib/paths.ts'
import { Card, CardHead, CardTitle } from '#kit/Card.tsx'
import { RelativeTime } from '#kit/RelativeTime.tsx'
import { SecondLine, Subtle, TextAnchor } from '#kit/text.tsx'
import { PlainList } from '#kit/PlainList.tsx'
import type { Waiting, WaitingKind } from './queries.ts'

const TextLink = createLink(TextAnchor)

/** The title of each kind, the label of its deadline, and the page of one item. */
const kinds: Readonly<
  Record<WaitingKind, { title: string; until: string; path: typeof paths.access_request | typeof paths.secret | typeof paths.api_token }>
> = {
  to_approve: { title: 'Access requests to approve', until: 'Expires', path: paths.access_request },
  to_review: { title: 'Access requests to review', until: 'Expires', path: paths.access_request },
  to_issue: { title: 'Access requests to issue', until: 'Expires', path: paths.access_request },
  to_open: { title: 'One-time secrets to open', until: 'Expires', path: paths.secret },
  ending: { title: 'API tokens that end soon', until: 'Ends', path: paths.api_token },
}

/** What waits for the user, with a link to each item. */
export function WaitingCard({ waiting }: { waiting: readonly Waiting[] }) {
  if (waiting.length === 0)
    return (
      <Card aria-label="Waiting for you">
        <CardHead>
          <CardTitle>Nothing is waiting for you</CardTitle>
          <Subtle>Requests to approve, review or issue and secrets to open show up here.</Subtle>
        </CardHead>
      </Card>
    )
  return waiting.map((found) => <Kind key={found.kind} {...found} />)
}

function Kind({ kind, count, items }: Waiting) {
  const { title, until: word, path } = kinds[kind]
  return (
    <Card aria-label={title}>
      <CardHead>
        <CardTitle>
          {title} <Subtle>{count}</Subtle>
        </CardTitle>
      </CardHead>
      <PlainList label={title}>
        {items.map(({ id, title: name, until }) => (
          <li key={id}>
            <TextLink to={path} params={{ id: String(id) }}>
              {name}
            </TextLink>
            {until !== null && (
              <SecondLine>
                {word} <RelativeTime at={until} />
              </SecondLine>
            )}
          </li>
        ))}
        {count > items.length && (
          <li>
            <More kind={kind} count={count - items.length} />
          </li>
        )}
      </PlainList>
    </Card>
  )
}

/** The link to the list with the remaining items. */
function More({ kind, count }: { kind: WaitingKind; count: number }) {
  const words = `${count} more`
  if (kind === 'to_open') return <TextLink to={paths.secrets}>{words}</TextLink>
  if (kind === 'ending') return <TextLink to={paths.api_tokens}>{words}</TextLink>
  return (
    <TextLink to={paths.access_requests} search={{ tab: kind }}>
      {words}
    </TextLink>
  )
}
