/** The kinds of resources a collection can hold, each with the acts that create, change and remove one. */
import type { Context } from '../../../context.ts'
import { keysOf } from '../../../lib/objects.ts'
import { changeAutomation, createAutomation, removeAutomation } from '../automations/change.ts'
import { type Holder, ORGANIZATION_HOLDER, USER_HOLDER } from '../../custom_data/custom_fields/holders.ts'
import { changeTrigger, createTrigger, removeTrigger } from '../triggers/change.ts'
import { changeProfileField, createProfileField, removeProfileField } from '../../custom_data/custom_fields/profile_change.ts'
import { changeTarget, createTarget, removeTarget } from '../targets/change.ts'
import { changeView, createView, removeView } from '../views/change.ts'
import { changeTicketField, createTicketField, removeTicketField } from '../../ticket_setup/ticket_fields/change.ts'

/** One kind. `key` is the member of the request body that wraps the resource. The acts check permissions and input themselves. */
export interface Kind {
  readonly key: string
  create(ctx: Context, input: never): Promise<{ readonly id: number }>
  change(ctx: Context, id: number, input: never): Promise<unknown>
  remove(ctx: Context, id: number): Promise<void>
}

const profileField = (holder: Holder): Kind => ({
  key: holder.field,
  create: (ctx, input) => createProfileField(ctx, holder, input),
  change: (ctx, id, input) => changeProfileField(ctx, holder, String(id), input),
  remove: (ctx, id) => removeProfileField(ctx, holder, String(id)),
})

/** By their name in a payload, in the order of creation: rules come after the resources they may refer to. */
export const KINDS = {
  ticket_fields: {
    key: 'ticket_field',
    create: createTicketField,
    change: changeTicketField,
    remove: removeTicketField,
  },
  user_fields: profileField(USER_HOLDER),
  organization_fields: profileField(ORGANIZATION_HOLDER),
  targets: { key: 'target', create: createTarget, change: changeTarget, remove: removeTarget },
  automations: { key: 'automation', create: createAutomation, change: changeAutomation, remove: removeAutomation },
  views: { key: 'view', create: createView, change: changeView, remove: removeView },
  triggers: { key: 'trigger', create: createTrigger, change: changeTrigger, remove: removeTrigger },
} as const satisfies Readonly<Record<string, Kind>>

export type KindName = keyof typeof KINDS
export const KIND_NAMES = keysOf(KINDS)
