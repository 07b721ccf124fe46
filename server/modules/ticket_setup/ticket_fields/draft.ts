/** What a ticket field would be after a write. Pure. @source docs/reference/fields_and_forms.md §1 */
import { chooseWrittenText } from '#lib/raw_text.ts'
import { draftOptions, type FieldOption, type OptionDraft } from '#modules/custom_data/custom_fields/options.ts'
import type { TicketFieldInput } from './schema.ts'
import type { TicketFieldDraft } from './store.ts'

/** A field as it would be stored, except for the ids of new options. */
export type Draft = Omit<TicketFieldDraft, 'options'> & { readonly options: readonly OptionDraft[] }

/** The defaults of a new field. */
export const BLANK_FIELD: TicketFieldDraft = {
  type: 'text',
  title: '',
  title_in_portal: '',
  description: '',
  agent_description: null,
  position: 9999,
  active: true,
  required: false,
  collapsed_for_agents: false,
  visible_in_portal: false,
  editable_in_portal: false,
  required_in_portal: false,
  regexp_for_validation: null,
  tag: null,
  sub_type_id: null,
  options: [],
  relationship_target_type: null,
  relationship_filter: null,
}

/** The field with the input applied; its type stays. A field that end users may edit is visible to them. */
export function draftTicketField(before: TicketFieldDraft, input: TicketFieldInput): Draft {
  const title = chooseWrittenText(input.raw_title, input.title, before.title).trim()
  const { required = before.required, active = before.active, agent_description = before.agent_description } = input
  const { required_in_portal = before.required_in_portal, collapsed_for_agents = before.collapsed_for_agents } = input
  const editable_in_portal = input.editable_in_portal ?? (input.visible_in_portal === false ? false : before.editable_in_portal)
  return {
    ...before,
    title,
    title_in_portal: chooseWrittenText(input.raw_title_in_portal, input.title_in_portal, before.title_in_portal).trim() || title,
    description: chooseWrittenText(input.raw_description, input.description, before.description),
    agent_description,
    position: input.position ?? before.position,
    active,
    required,
    collapsed_for_agents,
    editable_in_portal,
    visible_in_portal: editable_in_portal || (input.visible_in_portal ?? before.visible_in_portal),
    required_in_portal,
    ...ofType(before, input),
  }
}

/** Members that only fields of some type have. */
function ofType(
  before: TicketFieldDraft,
  input: TicketFieldInput,
): Pick<Draft, 'regexp_for_validation' | 'tag' | 'options' | 'sub_type_id' | 'relationship_filter'> {
  const { type } = before
  const { custom_field_options, relationship_filter = before.relationship_filter } = input
  const known: readonly FieldOption[] = before.options
  const chooses = type === 'tagger' || type === 'multiselect'
  return {
    regexp_for_validation:
      type !== 'regexp' || input.regexp_for_validation === undefined ? before.regexp_for_validation : input.regexp_for_validation || null,
    tag: type !== 'checkbox' || input.tag === undefined ? before.tag : tagOf(input.tag),
    options: chooses && custom_field_options !== undefined ? draftOptions(known, custom_field_options) : known,
    sub_type_id: type === 'priority' ? (input.sub_type_id ?? before.sub_type_id) : before.sub_type_id,
    relationship_filter,
  }
}

function tagOf(sent: string | null): string | null {
  return (
    sent
      ?.trim()
      .toLowerCase()
      .replace(/[\s,]+/g, '_') || null
  )
}
