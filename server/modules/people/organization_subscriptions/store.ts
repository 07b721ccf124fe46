/** Every statement on organization subscriptions. */
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import type { OrganizationSubscriptionsTable } from '#db/tables.ts'
import { orNotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'

export type SubscriptionRow = Omit<Selectable<OrganizationSubscriptionsTable>, 'account_id'>

/** Filters of subscriptions. */
export interface SubscriptionFilter {
  readonly id?: number
  readonly user_id?: number
  readonly organization_id?: number
}

const byId = { key: 'id', column: 'id', kind: 'number' } as const

/** How lists of subscriptions may be sorted. */
export const SUBSCRIPTION_SORTING: Sorting = { fallback: [byId], cursor: { id: [byId] } }

// subscribing twice to the same organization returns the existing row
const insert =
  defineStatement<SubscriptionRow>(`insert into organization_subscriptions (account_id, user_id, organization_id, created_at) values ($1, $2, $3, $4)
  on conflict (account_id, user_id, organization_id) do update set created_at = organization_subscriptions.created_at returning id, user_id, organization_id, created_at`)
const remove = defineStatement<unknown>('delete from organization_subscriptions where account_id = $1 and id = $2')

function select(ctx: Context, { id, user_id, organization_id }: SubscriptionFilter) {
  let query = q
    .selectFrom('organization_subscriptions')
    .select(['id', 'user_id', 'organization_id', 'created_at'])
    .where('account_id', '=', ctx.account.id)
  if (id !== undefined) query = query.where('id', '=', id)
  if (user_id !== undefined) query = query.where('user_id', '=', user_id)
  if (organization_id !== undefined) query = query.where('organization_id', '=', organization_id)
  return query
}

/** A page of subscriptions. */
export function listSubscriptions(ctx: Context, filter: SubscriptionFilter, paging: Paging): Promise<Page<SubscriptionRow>> {
  return readPage<SubscriptionRow>(ctx, select(ctx, filter), paging)
}

/** The one subscription that matches the filter. @throws NotFound */
export async function getSubscription(ctx: Context, filter: SubscriptionFilter): Promise<SubscriptionRow> {
  return orNotFound(await ctx.db.first(select(ctx, filter)))
}

/** Inserts a subscription, or returns the existing one. */
export async function insertSubscription(ctx: Context, userId: number, organizationId: number): Promise<SubscriptionRow> {
  return ctx.db.one(insert(ctx.account.id, userId, organizationId, ctx.now))
}

/** Removes a subscription. */
export async function deleteSubscription(ctx: Context, id: number): Promise<void> {
  await ctx.db.run(remove(ctx.account.id, id))
}
