/** The webhook of an integration whose kind issues a signing secret: it calls the target address, signed with that secret. */
import type { Context } from '../../../context.ts'
import { endOwnedWebhook, changeOwnedWebhook, makeOwnedWebhook, silenceOwnedWebhook } from '../../business_rules/webhooks/owned.ts'
import { storedConfig } from './check.ts'
import { kindNamed } from './kinds.ts'
import { openSecrets } from './sealed.ts'
import type { IntegrationRow } from './store.ts'

/** True for kinds that call an address. */
const hasWebhook = ({ kind }: Pick<IntegrationRow, 'kind'>) => kindNamed(kind).issues === 'signing_secret'

/** Makes the webhook of a new integration. It calls nothing before the creation checklist is complete. */
export async function makeWebhook(tx: Context, row: IntegrationRow, signing_secret: string): Promise<void> {
  const endpoint = storedConfig(row.config).target_url ?? ''
  const status = row.state === 'active' ? 'active' : 'inactive'
  await makeOwnedWebhook(tx, { integration_id: row.id, name: row.name, endpoint, signing_secret, status })
}

/** Activates the webhook of an integration that becomes active, unless its signing secret was removed: rotating activates it then. */
export async function activateWebhook(tx: Context, row: IntegrationRow): Promise<void> {
  const { signing_secret } = hasWebhook(row) ? await openSecrets(tx, row) : {}
  if (signing_secret === undefined) return
  if (await changeOwnedWebhook(tx, row.id, { status: 'active' }, 'Activated with its integration')) return
  // the integration is older than the webhooks of integrations
  await makeWebhook(tx, { ...row, state: 'active' }, signing_secret)
}

/** Signs with a new secret. `was_signed` false: the old one had been removed, and with it the webhook deactivated. */
export async function signWebhook(tx: Context, row: IntegrationRow, signing_secret: string, was_signed: boolean): Promise<void> {
  const resumes = row.state === 'active' && !was_signed
  const change = { signing_secret, ...(resumes ? ({ status: 'active' } as const) : {}) }
  const what = `Signing secret replaced at the rotation of its integration${resumes ? ', and activated' : ''}`
  if (!(await changeOwnedWebhook(tx, row.id, change, what))) await makeWebhook(tx, row, signing_secret)
}

/** Moves the webhook with its integration: its address, and its name. */
export async function moveWebhook(tx: Context, before: IntegrationRow, after: IntegrationRow): Promise<void> {
  if (!hasWebhook(after)) return
  const endpoint = storedConfig(after.config).target_url ?? ''
  const isMoved = endpoint !== storedConfig(before.config).target_url
  if (!isMoved && before.name === after.name) return
  const change = { ...(isMoved ? { endpoint } : {}), ...(before.name === after.name ? {} : { name: after.name }) }
  await changeOwnedWebhook(tx, after.id, change, `Changed with its integration: ${Object.keys(change).join(', ')}`)
}

/** Deactivates the webhook of an integration whose signing secret was removed. */
export async function silenceWebhook(tx: Context, integrationId: number): Promise<void> {
  await silenceOwnedWebhook(tx, integrationId, 'the signing secret of its integration was removed')
}

/** Ends the webhook of an integration that is revoked. */
export async function endWebhook(tx: Context, row: IntegrationRow): Promise<boolean> {
  return endOwnedWebhook(tx, row.id, `the integration ${row.name} was revoked`)
}
