/** Reads the resources of a payload, in the order of creation. Pure. */
import type { TSchema } from 'typebox'
import { type Details, HttpError, MissingParameter, refuseInvalid } from '#core/errors.ts'
import { readBody } from '#http/read_input.ts'
import { isObject } from '#lib/json.ts'
import { type Kind, KIND_NAMES, type KindName, KINDS } from './kinds.ts'
import { BODIES } from './schema.ts'
import type { Resource } from './store.ts'

/** One resource of a payload, as sent. */
export interface PayloadResource {
  readonly type: KindName
  readonly identifier: string
  readonly given: Readonly<Record<string, unknown>>
}

const MOST = 500
/** Kinds whose conditions, actions and columns can name other resources of the payload. */
const RULES: readonly KindName[] = ['automations', 'macros', 'triggers', 'views']

/** By action: the kind its first value names. */
const RECEIVERS: Readonly<Record<string, KindName>> = { notification_target: 'targets', notification_webhook: 'webhooks' }

const isKind = (name: string): name is KindName => Object.hasOwn(KINDS, name)

/** Reads a payload. @throws RecordInvalid for an unknown kind, no resources, too many resources, or one that is not an object */
export function readPayload(payload: Readonly<Record<string, unknown>>): PayloadResource[] {
  const wanted: PayloadResource[] = []
  const problems: { description: string; error: string }[] = []
  const refuse = (description: string) => problems.push({ description, error: 'InvalidValue' })
  for (const [type, some] of Object.entries(payload)) {
    if (!isKind(type)) refuse(`${type}: is not a resource type that collections support; supported are ${KIND_NAMES.join(', ')}`)
    else if (!isObject(some)) refuse(`${type}: must be a hash`)
    else
      for (const [identifier, given] of Object.entries(some))
        if (isObject(given)) wanted.push({ type, identifier, given })
        else refuse(`${type}.${identifier}: must be a hash`)
  }
  if (problems.length === 0 && wanted.length === 0) refuse('The payload holds no resources')
  if (wanted.length > MOST) refuse(`A collection holds at most ${MOST} resources`)
  const details: Details = problems.length > 0 ? { base: problems } : {}
  refuseInvalid(details)
  return wanted.sort((one, other) => KIND_NAMES.indexOf(one.type) - KIND_NAMES.indexOf(other.type))
}

/** The input of a resource, read with the schema of its kind. @throws InvalidAttribute @throws MissingParameter */
export function inputOf({ type, given }: PayloadResource, made: readonly Resource[]): never {
  const { key }: Kind = KINDS[type]
  const body: TSchema = BODIES[type]
  const resolved = RULES.includes(type) ? withIds(given, made) : given
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was read by the shape of its kind, whose act takes it
  const read = readBody(body, { [key]: resolved }, { action: 'resource_collections', unknown: [] }) as Record<string, never>
  if (read[key] === undefined) throw new MissingParameter(key)
  return read[key]
}

/**
 * In a rule, replaces identifiers by ids: `custom_fields_<identifier>`, the first value of a notification to a target or webhook, and the
 * columns of an `output`.
 */
function withIds(value: unknown, made: readonly Resource[]): unknown {
  if (Array.isArray(value)) return value.map((one) => withIds(one, made))
  if (!isObject(value)) return value
  const idOf = (type: KindName, identifier: unknown) => made.find((one) => one.type === type && one.identifier === identifier)?.resource_id
  const members = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withIds(each, made)]))
  const { field, value: argument, output } = members
  if (isObject(output)) {
    const columnOf = (name: unknown) => idOf('ticket_fields', name) ?? name
    const columns = Array.isArray(output.columns) ? { columns: output.columns.map(columnOf) } : {}
    return { ...members, output: { ...output, ...columns, ...mapMembers(output, ['group_by', 'sort_by'], columnOf) } }
  }
  if (typeof field !== 'string') return members
  const field_id = field.startsWith('custom_fields_') ? idOf('ticket_fields', field.slice('custom_fields_'.length)) : undefined
  if (field_id !== undefined) return { ...members, field: `custom_fields_${field_id}` }
  const receivers = RECEIVERS[field]
  if (receivers === undefined || !Array.isArray(argument)) return members
  const receiver_id = idOf(receivers, argument[0])
  return receiver_id === undefined ? members : { ...members, value: [String(receiver_id), ...argument.slice(1)] }
}

/** These members of an object that it has, each through `change`. */
function mapMembers(
  of: Readonly<Record<string, unknown>>,
  names: readonly string[],
  change: (value: unknown) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => of[name] !== undefined).map((name) => [name, change(of[name])]))
}

/** An error that names the resource of the payload it is about. */
export function refusalOf({ type, identifier }: PayloadResource, error: HttpError, sentence: string): HttpError {
  return new HttpError(error.status, { error: 'RecordInvalid', description: `${type}.${identifier}: ${sentence}` })
}
