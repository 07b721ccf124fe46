/**
 * The values of custom fields in a write, and the coupling of values and tags in both directions. Pure except for lookup fields.
 * @source docs/reference/fields_and_forms.md §2
 */
import { ensureDefined } from '#lib/defined.ts'
import { isStaff } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import type { Problem } from '#core/errors.ts'
import { idOf, isObject } from '#lib/json.ts'
import { normalTags } from '#lib/tags.ts'
import { findTargets } from '#modules/custom_data/lookups/lookup_store.ts'
import { coupleTags, hasCoupledTags, tagsOf } from '#modules/custom_data/custom_fields/tags.ts'
import { FIELD_TYPES, type FieldValue, IGNORED, INVALID, readValue } from '#modules/custom_data/custom_fields/types.ts'
import type { TicketState } from '../row.ts'
import type { TicketInput } from '../schema.ts'
import type { SetupField, TicketSetup } from '../setup_store.ts'

/** The values that were sent, by field id, as tickets store them; and the problems of the others. */
export interface SentFields {
  readonly values: ReadonlyMap<number, FieldValue>
  readonly problems: readonly Problem[]
}

const NOTHING: SentFields = { values: new Map(), problems: [] }

/**
 * The values of custom fields as clients send them: a list of `{id, value}`, or an object by id. Entries without a valid id are left out.
 */
export function pairsOf(sent: unknown): [id: number, value: unknown][] {
  const pairs: (readonly [unknown, unknown])[] = Array.isArray(sent)
    ? sent.filter(isObject).map((one) => [one.id, one.value])
    : isObject(sent)
      ? Object.entries(sent)
      : []
  return pairs.flatMap(([given, value]): [number, unknown][] => {
    const id = idOf(given)
    return id === undefined ? [] : [[id, value]]
  })
}

/** Values by field id as a ticket stores them. */
type Held = TicketState['custom_fields']

/**
 * Reads the values of a write to a ticket with the values `before`. Ignores fields that are unknown, inactive or not editable by the
 * caller; of a field that is sent twice the last value counts.
 */
export async function readFields(ctx: Context, input: TicketInput, setup: TicketSetup, before: Held = {}): Promise<SentFields> {
  if (input.fields === undefined && input.custom_fields === undefined) return NOTHING
  const sent = new Map([...pairsOf(input.fields), ...pairsOf(input.custom_fields)])
  const named = [...sent].flatMap(([id, value]) => {
    const field = setup.fieldsById.get(id)
    return field === undefined || field.system || !(isStaff(ctx) || field.editable_in_portal) ? [] : [{ field, value, held: before[id] }]
  })
  const values = new Map<number, FieldValue>()
  const problems: Problem[] = []
  for (const { field, value } of await withTargets(ctx, named)) {
    const read = value === INVALID ? INVALID : readValue(value, field)
    if (read === INVALID) problems.push(problemOf(field, 'is invalid', 'InvalidValue'))
    else if (read !== IGNORED) values.set(field.id, read)
  }
  return { values, problems }
}

interface Named {
  readonly field: SetupField
  readonly value: unknown
  readonly held?: unknown
}

/** The values of lookup fields as ids; other values unchanged. */
async function withTargets(ctx: Context, named: readonly Named[]): Promise<readonly Named[]> {
  const isLookup = ({ field, value }: Named) => field.type === 'lookup' && value !== null && value !== undefined && value !== ''
  const lookups = named.filter(isLookup)
  if (lookups.length === 0) return named
  const ids = await findTargets(
    ctx,
    lookups.map(({ field, value, held }) => ({ type: field.relationship_target_type, value, held })),
  )
  return [...named.filter((one) => !isLookup(one)), ...lookups.map(({ field }, index) => ({ field, value: ids[index] }))]
}

const SYSTEM_LABELS: Readonly<Record<string, string>> = {
  assignee: 'FieldAssignee',
  subject: 'FieldSubject',
  description: 'FieldDescription',
  tickettype: 'FieldTicketType',
  priority: 'FieldPriority',
  group: 'FieldGroup',
  status: 'FieldStatus',
}

/** A problem with a field of a ticket. @source docs/reference/conventions.md §2.2 */
export function problemOf({ id, type, title }: SetupField, sentence: string, error: string | null): Problem {
  const ticket_field_type = FIELD_TYPES[type]?.label ?? SYSTEM_LABELS[type] ?? 'FieldText'
  return { description: `${title}: ${sentence}`, error, ticket_field_id: id, ticket_field_type }
}

type Coupled = Pick<TicketState, 'tags' | 'custom_fields'>

/** Tags and values after a write. Changed values add and remove their tags; where only tags changed, these set and clear values. */
export function applyFields(before: Coupled, input: TicketInput, setup: TicketSetup, sent: SentFields): Coupled {
  return coupleFields(before, { tags: sentTags(before, input), values: sent.values }, setup)
}

function sentTags(before: Coupled, input: TicketInput): readonly string[] {
  if (input.tags === undefined && input.additional_tags === undefined && input.remove_tags === undefined) return before.tags
  const removed = new Set(normalTags(input.remove_tags ?? []))
  return normalTags([...(input.tags ?? before.tags), ...(input.additional_tags ?? [])]).filter((tag) => !removed.has(tag))
}

/** Makes tags and values consistent. `values` are those that are set; other fields follow their tags. */
function coupleFields(
  before: Coupled,
  asked: { readonly tags: readonly string[]; readonly values: ReadonlyMap<number, FieldValue> },
  setup: TicketSetup,
): Coupled {
  const { values } = asked
  if (values.size === 0 && asked.tags === before.tags) return { tags: before.tags, custom_fields: before.custom_fields }
  const custom_fields: Record<string, FieldValue> = { ...before.custom_fields }
  const set = [...values].map(([id, after]) => ({
    field: ensureDefined(setup.fieldsById.get(id)),
    before: before.custom_fields[id],
    after,
  }))
  for (const [id, value] of values) if (value !== null || custom_fields[id] !== undefined) custom_fields[id] = value
  const others = Object.entries(before.custom_fields).flatMap(([id, value]) => {
    const field = values.has(Number(id)) ? undefined : setup.fieldsById.get(Number(id))
    return field === undefined ? [] : tagsOf(field, value)
  })
  const tags = coupleTags(
    asked.tags,
    set.filter(({ field }) => hasCoupledTags(field)),
    new Set(others),
  )
  return { custom_fields, tags: setFieldsByTags(before.tags, tags, { custom_fields, values, setup }) }
}

interface Following {
  readonly custom_fields: Record<string, FieldValue>
  readonly values: ReadonlyMap<number, FieldValue>
  readonly setup: TicketSetup
}

/** Sets and clears the fields that were not set, by the tags that were added and removed; returns the resulting tags. */
function setFieldsByTags(
  before: readonly string[],
  after: readonly string[],
  { custom_fields, values, setup }: Following,
): readonly string[] {
  const was = new Set(before)
  const is = new Set(after)
  const fieldsOf = (tag: string) => (setup.fieldsByTag.get(tag) ?? []).filter((field) => !values.has(field.id))
  for (const tag of before)
    if (!is.has(tag))
      for (const field of fieldsOf(tag)) {
        const held = custom_fields[field.id]
        if (Array.isArray(held)) custom_fields[field.id] = emptyIsNull(held.filter((one) => one !== tag))
        else if (held === tag) custom_fields[field.id] = null
        else if (held === true) custom_fields[field.id] = false
      }
  const come = after.filter((tag) => !was.has(tag))
  const arrived = new Set(come)
  const replaced = new Set<string>()
  for (const field of new Set(come.flatMap(fieldsOf))) {
    const chosen = field.options.map((option) => option.value).filter((value) => arrived.has(value))
    const held = custom_fields[field.id]
    if (field.type === 'checkbox') custom_fields[field.id] = true
    else if (field.type === 'multiselect') {
      const all = new Set([...(Array.isArray(held) ? held : []), ...chosen])
      custom_fields[field.id] = field.options.map((option) => option.value).filter((value) => all.has(value))
    } else {
      // of several options of one field, the last by position wins
      const last = ensureDefined(chosen.at(-1))
      for (const value of [...chosen.slice(0, -1), ...(typeof held === 'string' ? [held] : [])]) if (value !== last) replaced.add(value)
      custom_fields[field.id] = last
    }
  }
  return replaced.size === 0 ? after : after.filter((tag) => !replaced.has(tag))
}

const emptyIsNull = (list: string[]) => (list.length === 0 ? null : list)
