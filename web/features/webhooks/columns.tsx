import { createLink } from '@tanstack/react-router'
import type { Invocation, Webhook } from './queries.ts'
import { paths } from '#lib/paths.ts'
import type { Column } from '#kit/table/PlainTable.tsx'
import { RelativeTime } from '#kit/RelativeTime.tsx'
import { StatusTag } from '#kit/StatusTag.tsx'
import { Switch } from '#kit/Switch.tsx'
import { Breakable, LongMono, SecondLine, Subtle, TextAnchor } from '#kit/text.tsx'
import { callersInShort, wordsOf } from './words.ts'

const TextLink = createLink(TextAnchor)

/** The columns of the list of webhooks. */
export const webhookColumns = (onSwitch: (webhook: Webhook, isOn: boolean) => void): readonly Column<Webhook>[] => [
  {
    title: 'Name',
    render: ({ id, name, http_method, endpoint }) => (
      <div>
        <TextLink to={paths.webhook} params={{ id }}>
          {name}
        </TextLink>
        <SecondLine>
          {http_method} <Breakable text={endpoint} />
        </SecondLine>
      </div>
    ),
  },
  { title: 'Called by', width: '22%', render: callersInShort },
  { title: 'Last calls', width: '22%', render: ({ recent_calls }) => <RecentCalls {...recent_calls} /> },
  {
    title: 'Active',
    width: '72px',
    render: (webhook) => (
      <Switch
        label={`${webhook.name} is active`}
        isLabelHidden
        isOn={webhook.status === 'active'}
        onChange={(isOn) => onSwitch(webhook, isOn)}
      />
    ),
  },
]

/** How many of the last calls failed, and when the last one did. */
function RecentCalls({ count = 0, failed = 0, last_failed_at }: Partial<NonNullable<Webhook['recent_calls']>>) {
  if (count === 0) return <Subtle>None</Subtle>
  if (failed === 0) return <StatusTag tone="good">None failed</StatusTag>
  return (
    <div>
      <StatusTag tone="warning">{`${failed} of ${count} failed`}</StatusTag>
      {last_failed_at !== undefined && (
        <SecondLine>
          the last <RelativeTime at={last_failed_at} />
        </SecondLine>
      )}
    </div>
  )
}

/** The columns of the log of a webhook. */
export const invocationColumns = (webhookId: string): readonly Column<Invocation>[] => [
  {
    title: 'Call',
    render: ({ id }) => (
      <TextLink to={paths.webhook_invocation} params={{ id: webhookId, invocation_id: id }}>
        <LongMono>{id}</LongMono>
      </TextLink>
    ),
  },
  { title: 'Status', width: '132px', render: ({ status }) => <StatusTag tone={wordsOf(status).tone}>{wordsOf(status).label}</StatusTag> },
  { title: 'Answer', width: '96px', render: ({ status_code }) => status_code ?? <Subtle>None</Subtle> },
  {
    title: 'Ended',
    width: '18%',
    render: ({ latest_completed_at: at }) => (at === undefined ? <Subtle>Not yet</Subtle> : <RelativeTime at={at} />),
  },
]
