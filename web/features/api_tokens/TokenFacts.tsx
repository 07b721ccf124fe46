import { createLink } from '@tanstack/react-router'
import { useNow } from '#lib/clock.ts'
import { paths } from '#lib/paths.ts'
import { Card, CardHead, CardTitle } from '#kit/Card.tsx'
import { RelativeTime } from '#kit/RelativeTime.tsx'
import { StatusTag } from '#kit/StatusTag.tsx'
import { Facts, TextAnchor } from '#kit/text.tsx'
import { DescriptionText, LastUsed } from './columns.tsx'
import { exceptionLabels, statusOf } from './token.ts'
import type { ApiToken } from './queries.ts'
import { formatCount } from '#kit/numbers.ts'

const TextLink = createLink(TextAnchor)

/** The facts about a token: what it is for, its state and its times. */
export function TokenFacts({ token }: { token: ApiToken }) {
  const { label, tone } = statusOf(token, useNow())
  const { description, exception, reason, user_name, deactivation_reason } = token
  return (
    <Card>
      <CardHead>
        <CardTitle>Facts</CardTitle>
        <Facts>
          <dt>Description</dt>
          <dd>
            <DescriptionText description={description} />
          </dd>
          {exception !== null && (
            <>
              <dt>Exception</dt>
              <dd>
                {exceptionLabels[exception]}
                {reason && `: ${reason}`}
              </dd>
            </>
          )}
          <dt>State</dt>
          <dd>
            <StatusTag tone={tone}>{label}</StatusTag> {deactivation_reason ?? token.stopped_because}
          </dd>
          <dt>Created</dt>
          <dd>
            <RelativeTime at={token.created_at} /> {user_name && `by ${user_name}`}
          </dd>
          <dt>Bound to</dt>
          <dd>{boundTo(token)}</dd>
          <dt>Last used</dt>
          <dd>
            <LastUsed at={token.last_used} />
          </dd>
          <dt>Ends</dt>
          <dd>{token.expires_at === null ? 'When it is revoked' : <RelativeTime at={token.expires_at} />}</dd>
          {token.replaced_by_id !== null && (
            <>
              <dt>Rotated</dt>
              <dd>
                <Rotated token={token} />
              </dd>
            </>
          )}
        </Facts>
      </CardHead>
    </Card>
  )
}

/** The user a token acts as: the bound administrator, or the user named in each call. */
function boundTo({ assigned_user_id, assigned_user_name }: ApiToken): string {
  return assigned_user_id === null ? 'No one: it acts as the user named in each call' : (assigned_user_name ?? `User ${assigned_user_id}`)
}

function Rotated({ token: { replaced_at, replaced_by_id, silent_days, active } }: { token: ApiToken }) {
  return (
    <>
      {replaced_at !== null && <RelativeTime at={replaced_at} />}{' '}
      <TextLink to={paths.api_token} params={{ id: String(replaced_by_id) }}>
        to this token
      </TextLink>
      {active && silent_days !== null && `. This one is deactivated after ${formatCount(silent_days, 'silent day')}.`}
    </>
  )
}
