/** Puts values into the words of mails. */
import { LANGUAGE } from './words.ts'

type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
/** The values that a text needs: one for each name in braces. */
export type Values<Text extends string> = Readonly<Record<Names<Text>, string | number>>

/** A text in the singular and in the plural. */
interface Counted {
  readonly one: string
  readonly other: string
}

const plurals = new Intl.PluralRules(LANGUAGE)

/** Replaces the names in braces by their values. Braces in a value stay as they are. */
export function fill<Text extends string>(text: Text, values: Values<Text>): string {
  return replacePlaceholders(text, values)
}

/** As {@link fill}, for the singular or the plural by `count`, which also replaces `{count}`. */
export function fillCounted<Text extends Counted>(
  text: Text,
  count: number,
  values: Omit<Values<Text['one'] | Text['other']>, 'count'>,
): string {
  return replacePlaceholders(plurals.select(count) === 'one' ? text.one : text.other, { ...values, count })
}

function replacePlaceholders(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => String(values[name]))
}
