/** How the values of actions that are more than one text are read. */
import { type Argument, asText } from './argument.ts'
import type { ActionValue } from './bound_action.ts'

/** `[recipient, subject, body]`. */
export function mail<To>(to: Argument<To>): Argument<{ to: To; subject: string; body: string }> {
  const read = (value: unknown) => {
    if (!Array.isArray(value) || value.length !== 3) return undefined
    const who = to.read(value[0])
    const subject = asText(value[1])
    const body = asText(value[2])
    return who === undefined || subject === undefined || body === undefined ? undefined : { to: who, subject, body }
  }
  return { type: 'mail', expects: `must be [recipient, subject, body]; the recipient ${to.expects}`, values: to.values, read }
}

const isPair = (value: unknown) => Array.isArray(value) && value.length === 2 && value.every((part) => asText(part) !== undefined)
const isMessage = (value: unknown): value is ActionValue => asText(value) !== undefined || (Array.isArray(value) && value.every(isPair))

/** The id of a target or webhook, which may be any text, and the message for it: a text, or pairs of names and values. */
export const call: Argument<{ id: string; message: ActionValue }> = {
  type: 'call',
  expects: 'must be [id, message], the message a text or a list of [name, value]',
  values: [],
  read: (value) => {
    if (!Array.isArray(value) || value.length !== 2) return undefined
    const callee = asText(value[0])
    const message = value[1] as unknown
    return callee === undefined || callee === '' || !isMessage(message) ? undefined : { id: callee, message }
  },
}

/** A list of texts, or one text with commas or spaces between them. */
export const textList: Argument<readonly string[]> = {
  type: 'ids',
  expects: 'must be one or more ids',
  values: [],
  read: (value) => {
    const given = Array.isArray(value) ? value.map(asText) : (asText(value) ?? '').split(/[\s,]+/)
    const found = given.filter((text) => text !== undefined)
    return found.length === 0 || found.length < given.length || found.includes('') ? undefined : found
  },
}

const DEEPEST = 3
const isPlain = (value: unknown, depth = 0): value is ActionValue =>
  asText(value) !== undefined || (depth < DEEPEST && Array.isArray(value) && value.every((part) => isPlain(part, depth + 1)))

/** A text or a list that is stored and not read. */
export const anything: Argument<ActionValue> = {
  type: 'text',
  expects: 'must be a text or a list',
  values: [],
  read: (value) => (isPlain(value) ? value : undefined),
}
