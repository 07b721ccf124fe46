/** Puts values into the words of mails. */
import { toDate } from '../../../../lib/clock.ts'
import { LANGUAGE } from './words.ts'

type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
/** The values that a text needs: one for each name in braces. */
export type Values<Text extends string> = Readonly<Record<Names<Text>, string | number>>

/** A text in the singular and in the plural. */
interface Counted {
  readonly one: string
  readonly other: string
}

const DAY = { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' } as const
const days = new Intl.DateTimeFormat(LANGUAGE, DAY)
const times = new Intl.DateTimeFormat(LANGUAGE, { ...DAY, hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' })

/** A calendar day such as `2026-12-01` as mails write it: "December 1, 2026". */
export function dayInWords(day: string): string {
  return days.format(toDate(day))
}

/** A moment as mails write it: "December 1, 2026 at 09:00 UTC". */
export function timeInWords(moment: string): string {
  return times.format(toDate(moment))
}

const plurals = new Intl.PluralRules(LANGUAGE)

/** Replaces the names in braces by their values. Braces in a value stay as they are. */
export function fill<Text extends string>(text: Text, values: Values<Text>): string {
  return replaced(text, values)
}

/** As {@link fill}, for the singular or the plural by `count`, which also replaces `{count}`. */
export function fillCounted<Text extends Counted>(
  text: Text,
  count: number,
  values: Omit<Values<Text['one'] | Text['other']>, 'count'>,
): string {
  return replaced(plurals.select(count) === 'one' ? text.one : text.other, { ...values, count })
}

function replaced(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => String(values[name]))
}
