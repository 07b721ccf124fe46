import { useQuery } from '@tanstack/react-query'
import { useReportError } from '../admin/use_report_error.ts'
import { type Session, sessionsQuery, useEndSession } from '../api/account.ts'
import { describeError } from '../api/errors.ts'
import type { Column } from '../table/DataTable.tsx'
import { PlainTable } from '../table/PlainTable.tsx'
import { Button } from '../ui/Button.tsx'
import { Card, CardHead, CardTitle } from '../ui/Card.tsx'
import { LoadingRows } from '../ui/Loading.tsx'
import { Notice } from '../ui/Notice.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { StatusTag } from '../ui/StatusTag.tsx'
import { SecondLine, Spoken, Strong, Subtle } from '../ui/text.tsx'
import { useShowToast } from '../ui/toasts.tsx'
import { describeAgent } from './describe_agent.ts'

/** Where one is signed in, and ending what one does not know. */
export function SessionsCard({ userId }: { userId: number }) {
  const { data, error, isFetching, refetch } = useQuery(sessionsQuery(userId))
  if (data === undefined && error !== null && !isFetching)
    return (
      <Notice type="error" title="The sessions could not be loaded" action={{ label: 'Try again', onClick: () => refetch() }}>
        {describeError(error)}
      </Notice>
    )
  return (
    <Card>
      <CardHead>
        <CardTitle>Sessions</CardTitle>
        <Subtle>Where you are signed in. End what you do not know, and change your password.</Subtle>
      </CardHead>
      {data === undefined ? <LoadingRows label="Loading sessions" /> : <SessionTable {...data} />}
    </Card>
  )
}

function SessionTable({ sessions, current_id }: { sessions: readonly Session[]; current_id: number }) {
  const columns: readonly Column<Session>[] = [
    { title: 'Browser', render: (session) => <Browser session={session} isCurrent={session.id === current_id} /> },
    { title: 'Address', width: '140px', render: ({ ip_address }) => ip_address ?? 'unknown' },
    { title: 'Last seen', width: '120px', render: ({ last_seen_at }) => <RelativeTime at={last_seen_at} /> },
    {
      title: 'End',
      width: '92px',
      render: (session) => (session.id === current_id ? <Subtle>–</Subtle> : <EndButton session={session} />),
    },
  ]
  return <PlainTable label="Sessions" entries={sessions} columns={columns} keyOf={({ id }) => id} />
}

function Browser({ session, isCurrent }: { session: Session; isCurrent: boolean }) {
  const how = session.method === 'sso' ? 'Single sign-on' : session.second_factor ? 'Password and second factor' : 'Password'
  return (
    <>
      <Strong>{describeAgent(session.user_agent)}</Strong> {isCurrent && <StatusTag tone="good">This one</StatusTag>}
      <SecondLine>
        {how}, <RelativeTime at={session.authenticated_at} />
      </SecondLine>
    </>
  )
}

function EndButton({ session }: { session: Session }) {
  const end = useEndSession()
  const showToast = useShowToast()
  const reportError = useReportError()
  return (
    <Button
      size="small"
      isBusy={end.isPending}
      onClick={() => end.mutate(session, { onSuccess: () => showToast('success', 'Session ended'), onError: reportError })}
    >
      End
      <Spoken>
        {' '}
        the session of {describeAgent(session.user_agent)} at {session.ip_address}
      </Spoken>
    </Button>
  )
}
