/**
 * The webhook of an integration: made, changed and ended with it. Callers are authorised by the integration, and have locked it. What people
 * may do to such a webhook themselves is in owner.ts.
 */
import type { Context } from '#core/context.ts'
import { makeUlid } from '#lib/ulid.ts'
import { BLANK, type WebhookDraft } from './draft.ts'
import { webhookIdOf } from './owned_store.ts'
import { columnsOf, draftFrom, noteChange } from './record.ts'
import { openWebhookSecrets } from './secrets.ts'
import { makeSigningSecret } from './signing_secret.ts'
import { insertWebhook, lockWebhook, type SealedWebhookRow, updateWebhook } from './store.ts'

/** A webhook as an integration makes it. */
export interface OwnedDraft {
  readonly integration_id: number
  /** The name of the integration. */
  readonly name: string
  readonly endpoint: string
  readonly signing_secret: string
  readonly status: 'active' | 'inactive'
}

/**
 * Makes the webhook of an integration: JSON by POST to its target address, signed with its signing secret, called by rules that name it
 * until it subscribes to events.
 */
export async function makeOwnedWebhook(tx: Context, { integration_id, name, endpoint, signing_secret, status }: OwnedDraft): Promise<void> {
  const id = makeUlid(tx.now)
  const draft: WebhookDraft = { ...BLANK, name, endpoint, status, http_method: 'POST', request_format: 'json' }
  const row = await insertWebhook(tx, id, columnsOf(tx, id, draft, signing_secret), integration_id)
  await noteChange(tx, 'create', row, `Created for the integration ${name}`)
}

type Signed = WebhookDraft & { readonly signing_secret: string }
type Credentials = Pick<WebhookDraft, 'authentication' | 'credential' | 'custom_headers'>

/** What an integration changes of its webhook. */
export type OwnedChange = Partial<Pick<OwnedDraft, 'name' | 'endpoint' | 'signing_secret' | 'status'> & Credentials>

/** A webhook that authenticates by its signature alone. */
export const NO_CREDENTIALS: Credentials = { authentication: null, credential: null, custom_headers: {} }

/** Changes the webhook of an integration, with a sentence for the audit log; false if it has none. */
export function changeOwnedWebhook(tx: Context, integrationId: number, change: OwnedChange, what: string): Promise<boolean> {
  return save(tx, integrationId, what, (row) => {
    const { signing_secret } = openWebhookSecrets(tx, row)
    return { ...draftFrom(tx, row), signing_secret, ...change }
  })
}

/**
 * Deactivates the webhook of an integration whose signing secret is compromised, and replaces that secret by one that is handed to nobody: so the
 * old one signs nothing, also if someone activates the webhook. False if the integration has none.
 */
export function silenceOwnedWebhook(tx: Context, integrationId: number, why: string): Promise<boolean> {
  return changeOwnedWebhook(tx, integrationId, { status: 'inactive', signing_secret: makeSigningSecret() }, `Deactivated: ${why}`)
}

/**
 * Ends the webhook of an integration: it is inactive for good, and every secret it had is removed. Calls that wait are not made. It stays with
 * its log until someone deletes it, so that rules that name it do not break. Nothing sealed is opened, so this works also where it cannot be.
 * False if the integration has none.
 */
export function endOwnedWebhook(tx: Context, integrationId: number, why: string): Promise<boolean> {
  return save(tx, integrationId, `Deactivated for good: ${why}`, (row) => ({
    ...row,
    ...NO_CREDENTIALS,
    status: 'inactive',
    signing_secret: makeSigningSecret(),
  }))
}

async function save(tx: Context, integrationId: number, what: string, changed: (row: SealedWebhookRow) => Signed): Promise<boolean> {
  const id = await webhookIdOf(tx, integrationId)
  if (id === undefined) return false
  const row = await lockWebhook(tx, id)
  const { signing_secret, ...draft } = changed(row)
  await updateWebhook(tx, id, columnsOf(tx, id, draft, signing_secret))
  await noteChange(tx, 'update', { ...row, name: draft.name }, what)
  return true
}
