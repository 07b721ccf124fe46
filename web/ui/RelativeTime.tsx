import { useNow } from '../clock.ts'
import { describeTime } from './describe_time.ts'

const exact = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'long' })

/** A moment relative to now, such as "3 hours ago"; hovering shows the exact time. `at` is an ISO 8601 time. */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow()
  return (
    <time dateTime={at} title={exact.format(Date.parse(at))}>
      {describeTime(Date.parse(at), now)}
    </time>
  )
}
