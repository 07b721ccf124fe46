/** Values as a trace shows them: JSON, with texts cut off where they are long. Pure. */

/** A value in a trace. */
export type TraceValue = string | number | boolean | null | readonly TraceValue[] | { readonly [name: string]: TraceValue }

/** So many characters of a text are shown. */
const SHOWN_CHARACTERS = 255

const shortenText = (text: string) => (text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text)

/** A value that a condition has seen, or that an action was given. Of a comment only whether it is public, of schedules their ids. */
export function traceValue(value: unknown): TraceValue {
  if (typeof value === 'string') return shortenText(value)
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map(traceValue)
  if (typeof value !== 'object' || value === null) return null
  if ('within' in value && value.within instanceof Set) return [...value.within].map(traceValue)
  if ('requester_can_see' in value && 'public' in value) return value.public === true ? 'public' : 'private'
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, traceValue(one)]))
}
