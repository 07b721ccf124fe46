/** Conversions of PostgreSQL's values: bigint → number, timestamptz → ISO text in UTC, arrays → arrays. */
import { toDate } from '#lib/clock.ts'
import { ensureDefined } from '#lib/defined.ts'

/** PostgreSQL's `2026-11-20 11:36:22.12+00` as `2026-11-20T11:36:22.120Z`. Sessions run in UTC, so the offset is always +00. */
export function isoFromPostgres(text: string): string {
  const dot = text.indexOf('.', 19)
  const fraction =
    dot === -1
      ? '000'
      : text
          .slice(dot + 1, text.length - 3)
          .padEnd(3, '0')
          .slice(0, 3)
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`
}

/** Parses `{1,2}` into numbers. */
export function numbersFromPostgres(text: string): number[] {
  return text.length === 2 ? [] : text.slice(1, -1).split(',').map(Number)
}

/** Parses `{a,"b \"c"}` into texts. Our columns never hold a null element. */
export function textsFromPostgres(text: string): string[] {
  if (text.length === 2) return []
  if (!text.includes('"')) return text.slice(1, -1).split(',')
  const found: string[] = []
  for (const match of text.matchAll(/"((?:[^"\\]|\\.)*)"|([^{},]+)/gs))
    found.push(match[1] === undefined ? ensureDefined(match[2]) : match[1].replace(/\\(.)/gs, '$1'))
  return found
}

function textsToPostgres(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : `"${value.replace(/[\\"]/g, '\\$&')}"`)).join(',')}}`
}

const numbersToPostgres = (values: readonly (number | null)[]) => `{${values.map((value) => value ?? 'NULL').join(',')}}`

/** Type handlers for the driver, by PostgreSQL's type OIDs. */
export const postgresTypes = {
  bigint: { to: 20, from: [20], serialize: String, parse: Number },
  numeric: { to: 1700, from: [1700], serialize: String, parse: Number },
  date: {
    to: 1184,
    from: [1082, 1114, 1184],
    serialize: (moment: Date | string) => (typeof moment === 'string' ? toDate(moment) : moment).toISOString(),
    parse: isoFromPostgres,
  },
  json: {
    to: 114,
    from: [114, 3802],
    serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
    parse: (text: string) => JSON.parse(text),
  },
  bigints: { to: 1016, from: [1016], serialize: numbersToPostgres, parse: numbersFromPostgres },
  integers: { to: 1007, from: [1007], serialize: numbersToPostgres, parse: numbersFromPostgres },
  smallints: { to: 1005, from: [1005], serialize: numbersToPostgres, parse: numbersFromPostgres },
  reals: { to: 1021, from: [1021], serialize: numbersToPostgres, parse: numbersFromPostgres },
  texts: { to: 1009, from: [1009], serialize: textsToPostgres, parse: textsFromPostgres },
  moments: { to: 1185, from: [1185], serialize: textsToPostgres, parse: (text: string) => textsFromPostgres(text).map(isoFromPostgres) },
}

/** A value for a json column, serialised here so that the driver need not infer its type. */
export function toJson(value: unknown): string {
  return JSON.stringify(value)
}
