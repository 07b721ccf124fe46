/** The weeks that the request log is divided into: each has a partition. A week is the second at which it begins. Pure. */
import { toDate } from '#lib/clock.ts'

/** The length of a week in seconds. */
export const WEEK_SECONDS = 7 * 86_400
const PARTITION = /^request_log_from_(\d{1,11})$/

/** The week of a moment in milliseconds since 1970. */
export function weekOf(moment: number): number {
  const seconds = Math.floor(moment / 1000)
  return seconds - (seconds % WEEK_SECONDS)
}

/** The partition of a week: its name, and its bounds as ISO texts. */
export function describeWeek(week: number): { readonly name: string; readonly from: string; readonly to: string } {
  const toText = (seconds: number) => toDate(seconds * 1000).toISOString()
  return { name: `request_log_from_${week}`, from: toText(week), to: toText(week + WEEK_SECONDS) }
}

/** The week whose partition has this name; undefined when none has it. */
export function readWeek(name: string): number | undefined {
  const week = Number(PARTITION.exec(name)?.[1] ?? Number.NaN)
  return week % WEEK_SECONDS === 0 ? week : undefined
}
