import { useNow } from '#lib/clock.ts'
import { formatExactMoment, formatRelativeTime } from './dates.ts'

/** A moment relative to now, such as "3 hours ago"; hovering shows the exact time. `at` is an ISO 8601 time. */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow()
  return (
    <time dateTime={at} title={formatExactMoment(at)}>
      {formatRelativeTime(Date.parse(at), now)}
    </time>
  )
}
