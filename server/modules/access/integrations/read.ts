/** Reads visible integrations with related records. The number of statements does not depend on the number of integrations. */
import type { Context } from '#core/context.ts'
import { InvalidAttribute } from '#core/errors.ts'
import type { Page, Paging } from '#http/paging.ts'
import type { AnswerOf } from '#http/route.ts'
import { allOf } from '#lib/all_of.ts'
import { wireTime } from '#lib/clock.ts'
import { listOwnedWebhooks } from '#modules/business_rules/webhooks/owned_store.ts'
import { findVisibleUsers } from '#modules/people/users/list_store.ts'
import type { NamedUser } from '../access_requests/schema.ts'
import { type ImpactRow, readImpact } from './impact_store.ts'
import { listOwned, listUse } from './owned_store.ts'
import { requireVisible, seesAll } from './people.ts'
import type { Holdings } from './present.ts'
import type { IntegrationImpact } from './schema.ts'
import { getIntegration, type IntegrationRow, listIntegrations } from './store.ts'

const MAX_DAYS = 90

/** A page of the integrations the caller may see: all, or those they requested. */
export function listVisible(ctx: Context, filter: { state?: string; kind?: string }, paging: Paging): Promise<Page<IntegrationRow>> {
  return listIntegrations(ctx, { ...filter, ...(seesAll(ctx) ? {} : { requester_id: ctx.actor.id }) }, paging)
}

/** One integration the caller may see. @throws NotFound */
export async function getVisible(ctx: Context, id: number): Promise<IntegrationRow> {
  const row = await getIntegration(ctx, id)
  requireVisible(ctx, row)
  return row
}

/** The credentials and webhooks of these integrations, and their use. */
export async function loadHoldings(ctx: Context, rows: readonly IntegrationRow[]): Promise<Holdings> {
  const ids = rows.map(({ id }) => id)
  const [owned, use, webhooks] = await allOf(
    () => listOwned(ctx, ids),
    () => listUse(ctx, ids),
    () => listOwnedWebhooks(ctx, ids),
  )
  return { owned, use, webhooks }
}

/**
 * `users` next to integrations if requested: id, name, email and role of each visible user they name, in one statement.
 * @source docs/reference/conventions.md §5
 */
export async function withUsers(
  ctx: Context,
  include: ReadonlySet<string>,
  rows: readonly IntegrationRow[],
): Promise<{ users?: AnswerOf<typeof NamedUser>[] }> {
  if (!include.has('users')) return {}
  const ids = rows.flatMap(({ requester_id, bot_user_id, creation_steps, revocation_steps }) => [
    requester_id,
    bot_user_id,
    ...[...creation_steps, ...revocation_steps].map((step) => step.done_by_id),
  ])
  const users = await findVisibleUsers(ctx, [...new Set(ids.filter((id): id is number => id !== null && id > 0))])
  return { users: users.map(({ id, name, email, role }) => ({ id, name, email, role })) }
}

/**
 * What breaks when the integration is revoked: who called what with its credentials.
 * @throws NotFound @throws InvalidAttribute for an invalid number of days
 */
export async function impactOf(ctx: Context, id: number, days: number): Promise<AnswerOf<typeof IntegrationImpact>> {
  const row = await getVisible(ctx, id)
  if (days < 1 || days > MAX_DAYS) throw new InvalidAttribute('days', `must be a number from 1 to ${MAX_DAYS}`, 'integrations/impact')
  const rows = await readImpact(ctx, row.id, days)
  const endpoints = rows.filter(({ part }) => part === 'endpoint')
  const sum = (member: 'calls' | 'errors') => endpoints.reduce((total, each) => total + each[member], 0)
  const last_at = endpoints.reduce<string | null>(
    (latest, each) => (latest === null || each.last_at > latest ? each.last_at : latest),
    null,
  )
  return {
    days,
    calls: sum('calls'),
    errors: sum('errors'),
    last_at: last_at === null ? null : wireTime(last_at),
    callers: rows
      .filter(({ part }) => part === 'caller')
      .map(({ one, other, ...sums }) => ({ user_agent: one, ip_address: other, ...usedAs(sums) })),
    endpoints: endpoints.map(({ one, other, ...sums }) => ({ method: one, route: other, ...usedAs(sums) })),
  }
}

function usedAs({ calls, errors, last_at }: Pick<ImpactRow, 'calls' | 'errors' | 'last_at'>) {
  return { calls, errors, last_at: wireTime(last_at) }
}
