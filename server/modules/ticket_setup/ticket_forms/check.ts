/** What is wrong with a form as it would be saved. Pure. @source docs/reference/fields_and_forms.md §5, §5.1 */
import type { Details, Problem } from '#core/errors.ts'
import { makeBlankProblem, makeInvalidProblem } from '#core/problems.ts'
import type { ChildField, FormCondition } from './conditions.ts'
import type { FormField } from './field_store.ts'
import { MAX_CONDITIONS } from './schema.ts'
import type { TicketFormDraft, TicketFormRow } from './store.ts'

/** What a form may refer to. */
export interface FormReferences {
  readonly fields: readonly FormField[]
  readonly brand_ids: readonly number[]
  readonly statuses: readonly { readonly id: number; readonly status_category: string }[]
}

const LONGEST = 255
const PARENT_TYPES: readonly string[] = ['tagger', 'checkbox', 'tickettype', 'priority', 'multiselect', 'lookup']
const CATEGORIES: readonly string[] = ['new', 'open', 'pending', 'hold', 'solved']
const TYPES: readonly string[] = ['ALL_STATUSES', 'NO_STATUSES', 'SOME_STATUSES']

/** Problems of a form; `before` is absent for a new one. */
export function checkTicketForm(draft: TicketFormDraft, at: FormReferences, before?: TicketFormRow): Details {
  const known = new Set(at.fields.map((field) => field.id))
  const found: Record<string, Problem[]> = {
    name: checkName(draft.name),
    ticket_field_ids: draft.ticket_field_ids.every((id) => known.has(id)) ? [] : [makeInvalidProblem('Ticket field ids')],
    restricted_brand_ids: draft.restricted_brand_ids.every((id) => at.brand_ids.includes(id))
      ? []
      : [makeInvalidProblem('Restricted brand ids')],
    agent_conditions: checkConditions('Agent conditions', draft, draft.agent_conditions, at),
    end_user_conditions: checkConditions('End user conditions', draft, draft.end_user_conditions, at),
    active: checkDefault(draft, before),
  }
  return Object.fromEntries(Object.entries(found).filter(([, problems]) => problems.length > 0))
}

function checkName(name: string): Problem[] {
  if (name === '') return [makeBlankProblem('Name')]
  return name.length > LONGEST ? [{ description: `Name: is too long (maximum is ${LONGEST} characters)`, error: 'TooLong' }] : []
}

/** Exactly one form is the default, and it is active. */
function checkDefault(draft: TicketFormDraft, before: TicketFormRow | undefined): Problem[] {
  if (draft.default && !draft.active) return [{ description: 'Active: the default form cannot be switched off', error: 'InvalidValue' }]
  return before?.default === true && !draft.default
    ? [{ description: 'Default: make another form the default instead', error: 'InvalidValue' }]
    : []
}

function checkConditions(title: string, form: TicketFormDraft, conditions: readonly FormCondition[], at: FormReferences): Problem[] {
  if (conditions.length > MAX_CONDITIONS)
    return [{ description: `${title}: a form cannot have more than ${MAX_CONDITIONS} conditions`, error: 'TooLong' }]
  const there = {
    form: new Set(form.ticket_field_ids),
    fields: new Map(at.fields.map((field) => [field.id, field])),
    statuses: new Map(at.statuses.map((status) => [status.id, status.status_category])),
  }
  const sentences = new Set(conditions.flatMap((condition) => faultsOf(condition, there)))
  if (sentences.size === 0 && hasCycle(conditions)) sentences.add('the conditions form a cycle')
  return [...sentences].map((sentence) => ({ description: `${title}: ${sentence}`, error: 'InvalidValue' }))
}

/** What conditions may refer to, as sets and maps by id: forms have up to 1500 conditions with many ids each. */
interface ReferenceIndex {
  readonly form: ReadonlySet<number>
  readonly fields: ReadonlyMap<number, FormField>
  readonly statuses: ReadonlyMap<number, string>
}

function faultsOf(condition: FormCondition, at: ReferenceIndex): string[] {
  const { parent_field_id: parentId, value, child_fields } = condition
  const parent = at.fields.get(parentId)
  if (parent === undefined || !at.form.has(parentId)) return [`the field ${parentId} is not on the form`]
  if (!PARENT_TYPES.includes(parent.type)) return [`a field of the type ${parent.type} cannot be the parent of a condition`]
  const faults =
    parent.options.length > 0 && !parent.options.some((option) => option.value === value)
      ? [`the field ${parentId} has no value ${value}`]
      : []
  if (child_fields.length === 0) faults.push('a condition needs a field to show')
  for (const child of child_fields) {
    if (!at.form.has(child.id)) faults.push(`the field ${child.id} is not on the form`)
    if (child.id === parentId) faults.push('a field cannot be its own parent')
    faults.push(...faultsOfChild(child, at))
  }
  return faults
}

function faultsOfChild({ required_on_statuses: on, is_required }: ChildField, at: ReferenceIndex): string[] {
  if (on === undefined) return []
  if (!TYPES.includes(on.type)) return [`${on.type} is not a type of required_on_statuses`]
  const statuses = on.statuses ?? []
  const custom = on.custom_statuses ?? []
  const unknown = [...statuses.filter((name) => !CATEGORIES.includes(name)), ...custom.filter((id) => !at.statuses.has(id))]
  if (unknown.length > 0) return [`there is no status ${unknown.join(', ')}`]
  if (on.type === 'SOME_STATUSES' && statuses.length + custom.length === 0) return ['SOME_STATUSES needs statuses']
  const solves = statuses.includes('solved') || custom.some((id) => at.statuses.get(id) === 'solved')
  return is_required && on.type !== 'ALL_STATUSES' && !(on.type === 'SOME_STATUSES' && solves)
    ? ['a required field must be required for solved tickets']
    : []
}

/** True when a field is its own ancestor in the conditions. */
function hasCycle(conditions: readonly FormCondition[]): boolean {
  const children = new Map<number, Set<number>>()
  for (const { parent_field_id, child_fields } of conditions)
    for (const { id } of child_fields) children.set(parent_field_id, (children.get(parent_field_id) ?? new Set()).add(id))
  const done = new Set<number>()
  const visit = (id: number, path: ReadonlySet<number>): boolean => {
    if (path.has(id)) return true
    if (done.has(id)) return false
    const found = [...(children.get(id) ?? [])].some((child) => visit(child, new Set([...path, id])))
    done.add(id)
    return found
  }
  return [...children.keys()].some((id) => visit(id, new Set()))
}
