// The hours of a week by day, as the page of a schedule edits them. Pure.
// Does not belong here: what business hours mean (server/lib/business_time.ts).

import type { ScheduleInterval } from './queries.ts'
import { withKeys } from '#lib/keyed.ts'

const DAY_MINUTES = 1440
/** The times that are offered are so many minutes apart. */
const STEP = 15

/** Hours of one day, in minutes since its beginning; 1440 is the end of the day. */
export interface Hours {
  readonly key: number
  readonly start: number
  readonly end: number
}

/** The hours of each day in their order; the first day is Sunday. */
export type Week = readonly (readonly Hours[])[]

/** The days as they are shown, with their place in a week. */
export const days = [
  { day: 1, title: 'Monday', short: 'Mon' },
  { day: 2, title: 'Tuesday', short: 'Tue' },
  { day: 3, title: 'Wednesday', short: 'Wed' },
  { day: 4, title: 'Thursday', short: 'Thu' },
  { day: 5, title: 'Friday', short: 'Fri' },
  { day: 6, title: 'Saturday', short: 'Sat' },
  { day: 0, title: 'Sunday', short: 'Sun' },
] as const

/** The hours of a saved week. An interval that goes past midnight becomes hours of both days. */
export function weekOf(intervals: readonly ScheduleInterval[]): Week {
  return Array.from({ length: 7 }, (_none, day) => {
    const from = day * DAY_MINUTES
    const inDay = intervals.map(({ start_time, end_time }) => ({
      start: Math.max(start_time - from, 0),
      end: Math.min(end_time - from, DAY_MINUTES),
    }))
    return withKeys(inDay.filter(({ start, end }) => start < end).sort((one, other) => one.start - other.start))
  })
}

/** The intervals that are sent for a week. */
export function intervalsOf(week: Week): ScheduleInterval[] {
  return week.flatMap((hours, day) =>
    hours.map(({ start, end }) => ({ start_time: day * DAY_MINUTES + start, end_time: day * DAY_MINUTES + end })),
  )
}

/** What is free between the hours of a day, at least one step long. */
function gapsOf(hours: readonly Hours[]): { start: number; end: number }[] {
  const starts = [0, ...hours.map(({ end }) => end)]
  return starts.map((start, index) => ({ start, end: hours[index]?.start ?? DAY_MINUTES })).filter(({ start, end }) => end - start >= STEP)
}

const USUAL = { start: 9 * 60, end: 17 * 60 }
const BREAK = 60

/** The day with hours added where the last gap is; undefined if it is full. A day without hours gets 9:00 to 17:00. */
export function withMoreHours(hours: readonly Hours[]): readonly Hours[] | undefined {
  const gap = gapsOf(hours).at(-1)
  if (gap === undefined) return undefined
  const isLong = gap.start > 0 && gap.end - gap.start > 2 * BREAK
  const start = gap.start + (isLong ? BREAK : 0)
  const added = hours.length === 0 ? USUAL : { start, end: Math.min(start + 4 * BREAK, gap.end) }
  return [...hours, ...withKeys([added])].sort((one, other) => one.start - other.start)
}

function timesBetween(first: number, last: number, own: number): number[] {
  const times = Array.from({ length: DAY_MINUTES / STEP + 1 }, (_none, index) => index * STEP)
  return [...new Set([...times, own])].filter((time) => time >= first && time <= last).sort((one, other) => one - other)
}

/** When the hours at a place of a day can begin and end without touching others, and the times to choose from. */
export function choicesAt(hours: readonly Hours[], index: number): { starts: number[]; ends: number[] } {
  const { start = 0, end = DAY_MINUTES } = hours[index] ?? {}
  const earliest = hours[index - 1]?.end ?? 0
  const latest = hours[index + 1]?.start ?? DAY_MINUTES
  return { starts: timesBetween(earliest, latest - 1, start), ends: timesBetween(start + 1, latest, end) }
}

/** The day with another beginning of the hours at a place. They stay as long as they were where they would end before they begin. */
export function withStart(hours: readonly Hours[], index: number, start: number): readonly Hours[] {
  const latest = hours[index + 1]?.start ?? DAY_MINUTES
  return hours.map((one, place) =>
    place === index ? { ...one, start, end: one.end > start ? one.end : Math.min(start + one.end - one.start, latest) } : one,
  )
}

/** The day with another end of the hours at a place. */
export function withEnd(hours: readonly Hours[], index: number, end: number): readonly Hours[] {
  return hours.map((one, place) => (place === index ? { ...one, end } : one))
}

/** 570 → "09:30"; the end of the day is "24:00". */
export function timeText(minutes: number): string {
  const padNumber = (number: number) => String(number).padStart(2, '0')
  return `${padNumber(Math.floor(minutes / 60))}:${padNumber(minutes % 60)}`
}

interface Run {
  first: string
  last: string
  text: string
}

/** A week in a line: "Mon–Fri 09:00–17:00; Sat 10:00–14:00". */
export function weekText(intervals: readonly ScheduleInterval[]): string {
  const week = weekOf(intervals)
  const runs: Run[] = []
  /** The run that the day before belongs to. */
  let open: Run | undefined
  for (const { day, short } of days) {
    const text = (week[day] ?? []).map(({ start, end }) => `${timeText(start)}–${timeText(end)}`).join(', ')
    if (text === '') open = undefined
    else if (open?.text === text) open.last = short
    else runs.push((open = { first: short, last: short, text }))
  }
  if (runs.length === 0) return 'No hours'
  return runs.map(({ first, last, text }) => `${first === last ? first : `${first}–${last}`} ${text}`).join('; ')
}
