/** The webhook of an integration whose kind issues a signing secret: it calls the target address, signed with that secret. */
import { CannotOpen } from '#auth/cipher.ts'
import type { Context } from '#core/context.ts'
import { isMoved } from '#lib/origin.ts'
import {
  changeOwnedWebhook,
  endOwnedWebhook,
  makeOwnedWebhook,
  NO_CREDENTIALS,
  silenceOwnedWebhook,
} from '#modules/business_rules/webhooks/owned.ts'
import { readStoredConfig } from './check.ts'
import { kindNamed } from './kinds.ts'
import { openSecrets } from './sealed.ts'
import type { IntegrationRow } from './store.ts'

/** True for kinds that call an address. */
const hasWebhook = ({ kind }: Pick<IntegrationRow, 'kind'>) => kindNamed(kind).issues === 'signing_secret'

/** Makes the webhook of a new integration. It calls nothing before the creation checklist is complete. */
export async function makeWebhook(tx: Context, row: IntegrationRow, signing_secret: string): Promise<void> {
  const endpoint = readStoredConfig(row.config).target_url ?? ''
  const status = row.state === 'active' ? 'active' : 'inactive'
  await makeOwnedWebhook(tx, { integration_id: row.id, name: row.name, endpoint, signing_secret, status })
}

/** The signing secret of an integration; undefined where there is none, or none that can be opened with this instance's secret. */
async function signingSecretOf(tx: Context, row: IntegrationRow): Promise<string | undefined> {
  try {
    return (await openSecrets(tx, row)).signing_secret
  } catch (error) {
    if (error instanceof CannotOpen) return undefined
    throw error
  }
}

/** Activates the webhook of an integration that becomes active, unless its signing secret is missing: rotating activates it then. */
export async function activateWebhook(tx: Context, row: IntegrationRow): Promise<void> {
  const signing_secret = hasWebhook(row) ? await signingSecretOf(tx, row) : undefined
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

/** Moves the webhook with its integration: its address, and its name. What it authenticates with was meant for the old host, and is removed. */
export async function moveWebhook(tx: Context, before: IntegrationRow, after: IntegrationRow): Promise<void> {
  if (!hasWebhook(after)) return
  const [from = '', endpoint = ''] = [before, after].map(({ config }) => readStoredConfig(config).target_url)
  const isChanged = endpoint !== from
  if (!isChanged && before.name === after.name) return
  const change = {
    ...(isChanged ? { endpoint } : {}),
    ...(isMoved(from, endpoint) ? NO_CREDENTIALS : {}),
    ...(before.name === after.name ? {} : { name: after.name }),
  }
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
