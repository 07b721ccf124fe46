/** What a form would be after a write. Pure. @source docs/reference/fields_and_forms.md §5 */
import { textOf } from '#lib/json.ts'
import { chooseWrittenText } from '#lib/raw_text.ts'
import type { ChildField, FormCondition } from './conditions.ts'
import type { FormField } from './field_store.ts'
import type { ConditionInput, TicketFormInput } from './schema.ts'
import type { TicketFormDraft } from './store.ts'

/** System fields that every form has. */
const IN_EVERY_FORM: readonly string[] = ['subject', 'description', 'status', 'group', 'assignee']

/** The defaults of a new form. */
export const BLANK_FORM: TicketFormDraft = {
  name: '',
  display_name: '',
  position: 9999,
  active: true,
  default: false,
  end_user_visible: true,
  in_all_brands: true,
  restricted_brand_ids: [],
  ticket_field_ids: [],
  agent_conditions: [],
  end_user_conditions: [],
}

/** The form with the input applied. Lists are replaced completely; `fields` are all ticket fields by position. */
export function draftTicketForm(before: TicketFormDraft, input: TicketFormInput, fields: readonly FormField[]): TicketFormDraft {
  const name = chooseWrittenText(input.raw_name, input.name, before.name).trim()
  const { active = before.active, end_user_visible = before.end_user_visible, restricted_brand_ids = before.restricted_brand_ids } = input
  const byId = new Map(fields.map((field) => [field.id, field]))
  const conditions = (given: readonly ConditionInput[] | undefined, kept: readonly FormCondition[], forAgents: boolean) =>
    given === undefined ? kept : given.map((one) => draftCondition(one, byId, forAgents))
  return {
    name,
    display_name: displayNameOf(before, input, name),
    position: input.position ?? before.position,
    active,
    default: input.default ?? before.default,
    end_user_visible,
    in_all_brands: input.in_all_brands ?? before.in_all_brands,
    restricted_brand_ids: [...new Set(restricted_brand_ids)],
    ticket_field_ids: withSystem(input.ticket_field_ids ?? before.ticket_field_ids, fields),
    agent_conditions: conditions(input.agent_conditions, before.agent_conditions, true),
    end_user_conditions: conditions(input.end_user_conditions, before.end_user_conditions, false),
  }
}

/** An empty display name stays empty if it was sent, as configuration clients expect. If none is sent, it follows the name. */
function displayNameOf(before: TicketFormDraft, { raw_display_name, display_name }: TicketFormInput, name: string): string {
  const isGiven = (raw_display_name ?? display_name ?? null) !== null
  if (isGiven) return chooseWrittenText(raw_display_name, display_name, before.display_name).trim()
  return before.display_name === before.name ? name : before.display_name
}

/**
 * The ids in the order sent, followed by the missing fields that every form has, by position.
 * @source docs/reference/fields_and_forms.md §5
 */
function withSystem(ids: readonly number[], fields: readonly FormField[]): number[] {
  const needed = fields.filter((field) => field.system && IN_EVERY_FORM.includes(field.type)).map((field) => field.id)
  return [...new Set([...ids, ...needed])]
}

function draftCondition(given: ConditionInput, fields: ReadonlyMap<number, FormField>, forAgents: boolean): FormCondition {
  const parent = fields.get(given.parent_field_id ?? 0)
  return {
    parent_field_id: given.parent_field_id ?? 0,
    parent_field_type: parent?.type ?? given.parent_field_type ?? '',
    value: parent?.type === 'checkbox' ? isTrue(given.value) : textOf(given.value),
    child_fields: (given.child_fields ?? []).map((child) => draftChild(child, forAgents)),
  }
}

const isTrue = (value: unknown) => value === true || value === 'true' || value === 1 || value === '1'

type ChildInput = NonNullable<ConditionInput['child_fields']>[number]

/** A required child without statuses of its own is required for solving. */
function draftChild(given: ChildInput, forAgents: boolean): ChildField {
  const { id, is_required = false, required_on_statuses: on } = given
  if (!forAgents) return { id: id ?? 0, is_required }
  if (on?.type === undefined)
    return {
      id: id ?? 0,
      is_required,
      required_on_statuses: is_required ? { type: 'SOME_STATUSES', statuses: ['solved'] } : { type: 'NO_STATUSES' },
    }
  const custom = on.custom_statuses === undefined ? {} : { custom_statuses: on.custom_statuses }
  const statuses = on.statuses === undefined ? {} : { statuses: on.statuses }
  return { id: id ?? 0, is_required, required_on_statuses: { type: on.type, ...statuses, ...custom } }
}
