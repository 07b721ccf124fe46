// One call of a webhook: its attempts, each with what was sent and answered.
// Does not belong here: the log (InvocationsCard.tsx).

import { useQuery } from '@tanstack/react-query'
import { createLink, useNavigate, useParams } from '@tanstack/react-router'
import { type Attempt, attemptsQuery, webhookQuery } from './queries.ts'
import { Loaded } from '#features/common/public.ts'
import { paths } from '#lib/paths.ts'
import { Button } from '#kit/Button.tsx'
import { Card, Cards, CardTitle, FormBody } from '#kit/Card.tsx'
import { EmptyState } from '#kit/EmptyState.tsx'
import { Page } from '#kit/Page.tsx'
import { RelativeTime } from '#kit/RelativeTime.tsx'
import { StatusTag } from '#kit/StatusTag.tsx'
import { Facts, LongMono, TextAnchor, UserText } from '#kit/text.tsx'
import { MenuTrail } from '#features/frame/public.ts'
import { MessageText } from './MessageText.tsx'
import { useReplayOne } from './use_replay_one.ts'
import { wordsOf } from './words.ts'

const TextLink = createLink(TextAnchor)

/** The page at `paths.webhook_invocation`. @source docs/reference/webhooks.md §2 */
export function InvocationPage() {
  const { id, invocation_id } = useParams({ from: `/frame${paths.webhook_invocation}` })
  const { data: webhook } = useQuery(webhookQuery(id))
  const query = useQuery(attemptsQuery(id, invocation_id))
  const navigate = useNavigate()
  const replay = useReplayOne(id)
  const open = (repeated: string) => void navigate({ to: paths.webhook_invocation, params: { id, invocation_id: repeated } })
  const canReplay = webhook?.status === 'active' && (query.data?.[0]?.status ?? 'pending') !== 'pending'
  return (
    <Page
      title={webhook === undefined ? 'Call' : `Call of ${webhook.name}`}
      trail={<MenuTrail path={paths.webhooks} />}
      intro={
        <>
          <LongMono>{invocation_id}</LongMono>{' '}
          <TextLink to={paths.webhook} params={{ id }}>
            Go to the webhook
          </TextLink>
        </>
      }
      action={canReplay && <Button onClick={() => replay(invocation_id, open)}>Replay</Button>}
    >
      <Loaded query={query} noun="call" hint="Calls are kept for seven days." rows={4}>
        {(attempts) =>
          attempts.length === 0 ? (
            <Card>
              <EmptyState icon="search" title="Not called yet">
                The call waits for its first attempt. This page shows it as soon as it has begun.
              </EmptyState>
            </Card>
          ) : (
            <Cards>
              {attempts.map((attempt, index) => (
                <AttemptCard key={attempt.id} title={`Attempt ${attempts.length - index}`} attempt={attempt} />
              ))}
            </Cards>
          )
        }
      </Loaded>
    </Page>
  )
}

function AttemptCard({ title, attempt }: { title: string; attempt: Attempt }) {
  const { status, status_code, completed_at, request, response } = attempt
  const { label, tone } = wordsOf(status)
  return (
    <Card aria-label={title}>
      <FormBody>
        <CardTitle>{title}</CardTitle>
        <Facts>
          <dt>Status</dt>
          <dd>
            <StatusTag tone={tone}>{label}</StatusTag>
          </dd>
          <dt>Answer</dt>
          <dd>{status_code ?? 'None'}</dd>
          <dt>Ended</dt>
          <dd>{completed_at === undefined ? 'Not yet' : <RelativeTime at={completed_at} />}</dd>
        </Facts>
        {request && <MessageText label="Request" message={request} />}
        {response && status_code !== undefined && <MessageText label="Response" message={response} />}
        {/* without an answer the log has the reason in its place */}
        {response && status_code === undefined && <UserText>{response.payload}</UserText>}
        {!request && !response && <p>Nothing was sent.</p>}
      </FormBody>
    </Card>
  )
}
