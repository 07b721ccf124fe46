/** The kinds of resources a collection can hold, each with the acts that create, change and remove one. */
import type { Context } from '#core/context.ts'
import { keysOf } from '#lib/objects.ts'
import { changeAutomation, createAutomation, removeAutomation } from '../automations/change.ts'
import { type Holder, ORGANIZATION_HOLDER, USER_HOLDER } from '#modules/custom_data/custom_fields/holders.ts'
import { changeMacro, createMacro, removeMacro } from '../macros/change.ts'
import { changeTrigger, createTrigger, removeTrigger } from '../triggers/change.ts'
import { changeProfileField, createProfileField, removeProfileField } from '#modules/custom_data/custom_fields/profile_change.ts'
import { changeTarget, createTarget, removeTarget } from '../targets/change.ts'
import { changeView, createView, removeView } from '../views/change.ts'
import { changeWebhook, createWebhook, removeWebhook } from '../webhooks/change.ts'
import { changeTicketField, createTicketField, removeTicketField } from '#modules/ticket_setup/ticket_fields/change.ts'

/** Webhooks have a ULID, all others a number. */
export type ResourceId = number | string

/** One kind. `key` is the member of the request body that wraps the resource. The acts check permissions and input themselves. */
export interface Kind {
  readonly key: string
  create(ctx: Context, input: never): Promise<{ readonly id: ResourceId }>
  change(ctx: Context, id: string, input: never): Promise<unknown>
  remove(ctx: Context, id: string): Promise<void>
}

/** A kind whose ids are numbers. */
const makeNumberedKind = (
  key: string,
  create: Kind['create'],
  change: (ctx: Context, id: number, input: never) => Promise<unknown>,
  remove: (ctx: Context, id: number) => Promise<void>,
): Kind => ({
  key,
  create,
  change: (ctx, id, input) => change(ctx, Number(id), input),
  remove: (ctx, id) => remove(ctx, Number(id)),
})

const profileField = (holder: Holder): Kind => ({
  key: holder.field,
  create: (ctx, input) => createProfileField(ctx, holder, input),
  change: (ctx, id, input) => changeProfileField(ctx, holder, id, input),
  remove: (ctx, id) => removeProfileField(ctx, holder, id),
})

/** By their name in a payload, in the order of creation: rules come after the resources they may refer to. */
export const KINDS = {
  ticket_fields: makeNumberedKind('ticket_field', createTicketField, changeTicketField, removeTicketField),
  user_fields: profileField(USER_HOLDER),
  organization_fields: profileField(ORGANIZATION_HOLDER),
  targets: makeNumberedKind('target', createTarget, changeTarget, removeTarget),
  webhooks: { key: 'webhook', create: createWebhook, change: changeWebhook, remove: removeWebhook },
  automations: makeNumberedKind('automation', createAutomation, changeAutomation, removeAutomation),
  views: makeNumberedKind('view', createView, changeView, removeView),
  macros: makeNumberedKind('macro', createMacro, changeMacro, removeMacro),
  triggers: makeNumberedKind('trigger', createTrigger, changeTrigger, removeTrigger),
} as const satisfies Readonly<Record<string, Kind>>

export type KindName = keyof typeof KINDS
export const KIND_NAMES = keysOf(KINDS)
