/** How moments are written. The forms of the public API are not known: these are the common English ones, in UTC. @source docs/reference/business_rules.md §7 */
import { type Timestamp, toDate } from '../../../lib/clock.ts'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', hour12: false, timeZone: 'UTC' })

/** `Mar 3, 2026` */
export const shownDay = (at: Timestamp) => day.format(toDate(at))

/** `Mar 3, 2026, 14:05 UTC` */
export const shownMoment = (at: Timestamp) => `${moment.format(toDate(at))} UTC`
