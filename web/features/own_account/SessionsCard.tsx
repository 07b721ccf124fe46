import { useQuery } from '@tanstack/react-query'
import { reportError, LoadedCard } from '#features/common/public.ts'
import { type Session, sessionsQuery, useEndSession } from './queries.ts'
import type { Column } from '#kit/table/PlainTable.tsx'
import { PlainTable } from '#kit/table/PlainTable.tsx'
import { Button } from '#kit/Button.tsx'
import { RelativeTime } from '#kit/RelativeTime.tsx'
import { StatusTag } from '#kit/StatusTag.tsx'
import { SecondLine, ScreenReaderOnly, Strong, Subtle } from '#kit/text.tsx'
import { showToast } from '#kit/toasts.tsx'
import { describeAgent } from './describe_agent.ts'

/** The sessions of a user, with a way to end unknown ones. */
export function SessionsCard({ userId }: { userId: number }) {
  return (
    <LoadedCard
      title="Sessions"
      about={<Subtle>Where you are signed in. End any session you do not recognize, and change your password.</Subtle>}
      query={useQuery(sessionsQuery(userId))}
      noun="sessions"
    >
      {(found) => <SessionTable {...found} />}
    </LoadedCard>
  )
}

function SessionTable({ sessions, current_id }: { sessions: readonly Session[]; current_id: number }) {
  const columns: readonly Column<Session>[] = [
    { title: 'Browser', render: (session) => <Browser session={session} isCurrent={session.id === current_id} /> },
    { title: 'Address', width: '120px', render: ({ ip_address }) => ip_address ?? 'unknown' },
    { title: 'Last seen', width: '104px', render: ({ last_seen_at }) => <RelativeTime at={last_seen_at} /> },
    {
      title: 'End',
      width: '80px',
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
  return (
    <Button
      size="small"
      isBusy={end.isPending}
      onClick={() => end.mutate(session, { onSuccess: () => showToast('success', 'Session ended'), onError: reportError })}
    >
      End
      <ScreenReaderOnly>
        {' '}
        the session of {describeAgent(session.user_agent)} at {session.ip_address}
      </ScreenReaderOnly>
    </Button>
  )
}
