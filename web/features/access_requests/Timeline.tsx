import { useQuery } from '@tanstack/react-query'
import { type AccessRequest, requestEventsQuery } from './queries.ts'
import { Loaded } from '#features/common/public.ts'
import { History, Moment } from '#kit/History.tsx'
import { stepVerb } from './words.ts'

/** The history of a request, oldest first: its steps, its changes and its comments. */
export function Timeline({ request: { id, requester_id } }: { request: Pick<AccessRequest, 'id' | 'requester_id'> }) {
  return (
    <Loaded query={useQuery(requestEventsQuery(id))} noun="history" rows={3} isInCard>
      {(events) => (
        <History label="History">
          {events.map((event) => (
            <Moment
              key={event.id}
              who={event.actor_name}
              verb={stepVerb(event.type, event.actor_id === requester_id)}
              at={event.created_at}
              text={event.body}
            />
          ))}
        </History>
      )}
    </Loaded>
  )
}
