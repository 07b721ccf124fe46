/** What people may not do to a webhook that an integration owns. */
import type { Context } from '#core/context.ts'
import { type Details, Forbidden, refuseInvalid } from '#core/errors.ts'
import type { WebhookDraft } from './draft.ts'
import { getOwner, type Owner } from './owned_store.ts'
import type { WebhookRow } from './store.ts'

const problem = (description: string) => [{ description, error: 'WebhookOwned' }]

/**
 * What of a change the owner of the webhook forbids: another address, because the integration was approved for its own, and activation
 * before the integration is active. Everything else is free, also deactivation.
 */
export async function ownerProblems(
  tx: Context,
  before: Pick<WebhookRow, 'integration_id' | 'endpoint' | 'status'>,
  after: WebhookDraft,
): Promise<Details> {
  if (before.integration_id === null) return {}
  const isMoved = after.endpoint !== before.endpoint
  const isActivated = after.status === 'active' && before.status !== 'active'
  if (!isMoved && !isActivated) return {}
  const owner = await getOwner(tx, before.integration_id)
  return {
    ...(isMoved ? { endpoint: problem(`Endpoint: is the target address of the integration "${owner.name}", and is changed there`) } : {}),
    ...(isActivated && owner.state !== 'active'
      ? { status: problem(`Status: the integration "${owner.name}" is ${WHY[owner.state]}`) }
      : {}),
  }
}

const WHY: Readonly<Record<Exclude<Owner['state'], 'active'>, string>> = {
  creating: 'being set up: its webhook is activated when its checklist is complete',
  revoking: 'being revoked',
  revoked: 'revoked',
}

/** @throws RecordInvalid for a webhook whose integration goes on */
export async function refuseRemovalOfOwned(tx: Context, { integration_id }: Pick<WebhookRow, 'integration_id'>): Promise<void> {
  if (integration_id === null) return
  const { name, state } = await getOwner(tx, integration_id)
  if (state === 'creating' || state === 'active')
    refuseInvalid({ base: problem(`The webhook belongs to the integration "${name}": revoke the integration first`) })
}

/** @throws Forbidden for a webhook of an integration, whose signing secret is only for its requester @source docs/reference/access_governance.md §8 */
export function requireNotOwned({ integration_id }: Pick<WebhookRow, 'integration_id'>): void {
  if (integration_id !== null)
    throw new Forbidden(
      'This webhook belongs to an integration. Its signing secret is rotated at its access request, and handed to its requester.',
    )
}
