/** Who may see integrations, work on them and revoke them. */
import { requireInPerson } from '#auth/in_person.ts'
import { hasDuty } from '#permissions/duties.ts'
import { can } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { Forbidden, NotFound, Unprocessable } from '#core/errors.ts'
import { valueRefusal } from '../access_requests/steps.ts'
import type { IntegrationAct } from './states.ts'
import type { IntegrationRow } from './store.ts'

/** True for the integration-bot agent, the only one who creates integrations. @source docs/reference/specification.md §5.5.3 */
function isIntegrationBot(ctx: Context): boolean {
  return ctx.actor.role !== 'end-user' && ctx.actor.id === ctx.account.settings.access.integration_bot_id
}

/** True for users who see all integrations; others see those they requested. */
export function seesAll(ctx: Context): boolean {
  return ctx.actor.role === 'admin' || hasDuty(ctx, 'engineer') || hasDuty(ctx, 'provisioner') || isIntegrationBot(ctx)
}

/** @throws NotFound for callers who may not see the integration, so that they do not learn that it exists */
export function requireVisible(ctx: Context, row: IntegrationRow): void {
  if (!seesAll(ctx) && row.requester_id !== ctx.actor.id) throw new NotFound()
}

function isWorker(ctx: Context, row: IntegrationRow): boolean {
  const { actor } = ctx
  return actor.id !== row.requester_id && (actor.role === 'admin' || hasDuty(ctx, 'engineer') || isIntegrationBot(ctx))
}

/**
 * @throws Forbidden for callers who may see the integration but not work on it: its requester never may, and no one with a credential that
 * others also hold
 * @source docs/reference/access_governance.md §3
 */
export function requireWorker(ctx: Context, row: IntegrationRow): void {
  if (ctx.actor.id === row.requester_id) throw new Forbidden('The requester of an integration may not work on it.')
  requireInPerson(ctx)
  if (!isWorker(ctx, row)) throw new Forbidden('Only an administrator, an engineer or the integration-bot agent may do this.')
}

function canRevoke(ctx: Context, row: IntegrationRow): boolean {
  return ctx.actor.role === 'admin' || hasDuty(ctx, 'engineer') || row.requester_id === ctx.actor.id
}

/**
 * @throws Forbidden for anyone but the integration-bot agent; the message says so
 * @source docs/reference/specification.md §5.5.3; docs/reference/access_governance.md §11
 */
export function requireIntegrationBot(ctx: Context): void {
  requireInPerson(ctx)
  if (ctx.account.settings.access.integration_bot_id === null) {
    const who = ctx.actor.role === 'admin' ? 'You name one in the access settings.' : 'An administrator names one.'
    throw new Forbidden(`Integrations are made by the integration-bot agent, and this instance has none yet. ${who}`)
  }
  if (!isIntegrationBot(ctx)) throw new Forbidden('Only the integration-bot agent of this instance may make an integration.')
}

/** @throws Unprocessable for an account of the government deployment @source docs/reference/specification.md §5.5.4 */
export function refuseOnGovernment(ctx: Context): void {
  if (ctx.account.deployment === 'government')
    throw new Unprocessable(
      'InvalidValue',
      'Integrations are not supported on the government deployment at present, for security reasons. Ask for an API token instead.',
    )
}

/** True until the revocation begins. */
export function isUnrevoked(row: IntegrationRow): boolean {
  return row.state === 'creating' || row.state === 'active'
}

/** What the caller may do with an integration now. */
export function listAllowedActs(ctx: Context, row: IntegrationRow): IntegrationAct[] {
  const living = isUnrevoked(row)
  const works = isWorker(ctx, row)
  return [
    ...(works && living ? (['change'] as const) : []),
    ...(works && row.state !== 'revoked' ? (['tick'] as const) : []),
    ...(works &&
    living &&
    can(ctx, 'oauth_client.manage') &&
    valueRefusal(ctx.actor, ctx.account.settings.access, row.request) === undefined
      ? (['attach'] as const)
      : []),
    ...(living && canRevoke(ctx, row) ? (['revoke'] as const) : []),
  ]
}
