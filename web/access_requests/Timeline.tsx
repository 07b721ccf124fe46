import { useQuery } from '@tanstack/react-query'
import { type AccessRequest, requestEventsQuery } from '../api/access_requests.ts'
import { describeError } from '../api/errors.ts'
import { History, Moment } from '../ui/History.tsx'
import { LoadingRows } from '../ui/Loading.tsx'
import { Notice } from '../ui/Notice.tsx'
import { deedOf } from './words.ts'

/** What has happened to a request, from its beginning: its steps, its changes, and what people said. */
export function Timeline({ request: { id, requester_id } }: { request: Pick<AccessRequest, 'id' | 'requester_id'> }) {
  const { data: events, error, isFetching, refetch } = useQuery(requestEventsQuery(id))
  if (events === undefined && error !== null && !isFetching) {
    return (
      <Notice type="error" title="The history could not be loaded" action={{ label: 'Try again', onClick: () => refetch() }}>
        {describeError(error)}
      </Notice>
    )
  }
  if (events === undefined) return <LoadingRows label="Loading the history" rows={3} />
  return (
    <History label="History">
      {events.map((event) => (
        <Moment
          key={event.id}
          who={event.actor_name}
          deed={deedOf(event.type, event.actor_id === requester_id)}
          at={event.created_at}
          text={event.body}
        />
      ))}
    </History>
  )
}
