import { useNow } from '../clock.ts'
import { describeTime } from './describe_time.ts'

const exact = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'long' })

/** How long ago (or how soon) a moment is; the exact moment shows when pointed at. `at` is an ISO 8601 time. */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow()
  return (
    <time dateTime={at} title={exact.format(Date.parse(at))}>
      {describeTime(Date.parse(at), now)}
    </time>
  )
}
