import { isStaff } from '#permissions/permissions.ts'
import type { AnswerOf } from '#http/route.ts'
import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import { wireTime } from '#lib/clock.ts'
import { presentOption } from '#modules/custom_data/custom_fields/options.ts'
import { presentStatus } from '../custom_statuses/present.ts'
import type { CustomStatusRow } from '../custom_statuses/store.ts'
import { isRemovable } from './removable.ts'
import type { TicketFieldRow } from './store.ts'
import type { OfType, TicketField } from './schema.ts'

/**
 * What presenting fields needs besides the rows: the statuses, whether to include creators, and the function that fills in placeholders.
 */
export interface PresentOptions {
  readonly statuses: readonly CustomStatusRow[]
  readonly creator: boolean
  readonly text: (raw: string) => string
}

/** A ticket field as JSON, members in the recorded order. @source docs/reference/fields_and_forms.md §1 */
export function presentTicketField(
  ctx: Context,
  row: TicketFieldRow,
  { statuses, creator, text }: PresentOptions,
): AnswerOf<typeof TicketField> {
  return {
    url: urlOf(ctx.caller.base_url, `ticket_fields/${row.id}`),
    id: row.id,
    type: row.type,
    title: text(row.title),
    raw_title: row.title,
    description: text(row.description),
    raw_description: row.description,
    position: row.position,
    active: row.active,
    required: row.required,
    collapsed_for_agents: row.collapsed_for_agents,
    regexp_for_validation: row.regexp_for_validation,
    title_in_portal: text(row.title_in_portal),
    raw_title_in_portal: row.title_in_portal,
    visible_in_portal: row.visible_in_portal,
    editable_in_portal: row.editable_in_portal,
    required_in_portal: row.required_in_portal,
    tag: row.tag,
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
    removable: isRemovable(row),
    key: row.system ? row.key : null,
    // only staff see the descriptions for agents
    agent_description: isStaff(ctx) ? row.agent_description : null,
    agent_can_edit: true,
    ...ofType(ctx, row, { statuses, text }),
    ...(creator ? { creator_user_id: row.creator_user_id ?? -1, creator_app_name: null } : {}),
  }
}

const isHold = ({ value }: { value: string }) => value === 'hold'
const isMiddle = ({ value }: { value: string }) => value === 'normal' || value === 'high'

/** Members that only fields of some type have. */
function ofType(ctx: Context, row: TicketFieldRow, { statuses, text }: Pick<PresentOptions, 'statuses' | 'text'>): AnswerOf<typeof OfType> {
  const system = (options: TicketFieldRow['options']) => options.map(({ name, value }) => ({ name, value }))
  switch (row.type) {
    case 'status': {
      const holds = ctx.account.settings.tickets.on_hold_status
      return { system_field_options: system(row.options.filter((option) => holds || !isHold(option))), sub_type_id: holds ? 1 : 0 }
    }
    case 'tickettype':
      return { system_field_options: system(row.options) }
    case 'priority':
      return {
        system_field_options: system(row.sub_type_id === 1 ? row.options.filter(isMiddle) : row.options),
        sub_type_id: row.sub_type_id,
      }
    case 'custom_status':
      return { custom_statuses: statuses.map((status) => presentStatus(ctx, status)) }
    case 'tagger':
    case 'multiselect':
      return {
        custom_field_options: row.options.map((option) => ({ ...presentOption(option), name: text(option.name), default: option.default })),
      }
    case 'lookup':
      return {
        relationship_target_type: row.relationship_target_type,
        relationship_filter: row.relationship_filter ?? { all: [], any: [] },
      }
    default:
      return {}
  }
}
