import { formatExactMoment } from './dates.ts'

/** A moment to the second, with the time zone. `at` is an ISO 8601 time. */
export function ExactTime({ at }: { at: string }) {
  return <time dateTime={at}>{formatExactMoment(at)}</time>
}
