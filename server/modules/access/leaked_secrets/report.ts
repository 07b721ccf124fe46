/** Handles a secret that was found in public: it stops working, and the people concerned are notified. */
import { baseUrlOf } from '#accounts/address.ts'
import { credentialsTopic } from '#auth/credentials.ts'
import { hashSecret, sameHash, visiblePart } from '#core/secrets.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { TooManyValues } from '#core/errors.ts'
import { ensureDefined } from '#lib/defined.ts'
import { oneLine } from '#lib/mail_text.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { deactivateApiToken } from '../api_tokens/deactivate.ts'
import { findLeakedWebhooks, replaceLeakedSecret } from '#modules/business_rules/webhooks/leaked.ts'
import { dropSigningSecret, findSigningSecrets } from '../integrations/leaked_signing.ts'
import { notifyUsers } from '#modules/common/mails/notify.ts'
import { writeMail } from '#modules/common/mails/templates/layout.ts'
import { leakedSecret } from '#modules/common/mails/templates/leaked_secrets.ts'
import { deleteOAuthToken } from '../oauth_tokens/store.ts'
import { invalidateClientSecret } from '../oauth_tokens/disarm.ts'
import { deleteSession } from '#modules/sign_in/sessions/store.ts'
import { burnSharedSecret } from '../shared_secrets/burn.ts'
import { findSecrets, type FoundSecret } from './store.ts'

const MOST = 100
const MAX_PLACE_LENGTH = 500
const REASON = 'Reported as leaked'

/** A report as received. */
export interface Report {
  readonly token?: string
  readonly url?: string | null
  readonly source?: string | null
}

/** The result for one report. */
export interface Verdict {
  readonly kind: FoundSecret['kind'] | null
  readonly label: 'true_positive' | 'false_positive'
}

/** A kind of secret: its name in sentences and in the audit log, and how it is revoked. */
interface Kind {
  readonly title: string
  readonly source_type: string
  readonly revoke: (tx: Context, found: FoundSecret) => Promise<unknown>
}

const KINDS: Readonly<Record<FoundSecret['kind'], Kind>> = {
  api_token: { title: 'API token', source_type: 'apitoken', revoke: (tx, { id }) => deactivateApiToken(tx, id, REASON) },
  oauth_token: { title: 'OAuth token', source_type: 'oauth_token', revoke: (tx, { id }) => deleteOAuthToken(tx, id) },
  oauth_client: {
    title: 'secret of the OAuth client',
    source_type: 'oauth_client',
    revoke: (tx, { id }) => invalidateClientSecret(tx, id),
  },
  session: { title: 'session', source_type: 'user', revoke: (tx, { id, user_id }) => deleteSession(tx, user_id, id) },
  signing_secret: {
    title: 'signing secret of the integration',
    source_type: 'integration',
    revoke: (tx, { id, hash }) => dropSigningSecret(tx, id, hash, REASON),
  },
  webhook: {
    title: 'signing secret of the webhook',
    source_type: 'webhook',
    revoke: (tx, { webhook_id = '', hash }) => replaceLeakedSecret(tx, webhook_id, hash),
  },
  shared_secret: { title: 'one-time link', source_type: 'shared_secret', revoke: (tx, { id }) => burnSharedSecret(tx, id, REASON) },
}

/**
 * Revokes every reported secret of this instance that works; holding one is permission enough to have it revoked. Returns for each report
 * whether it is or was a secret, and nothing else about it.
 * @throws TooManyValues past 100
 * @source docs/reference/access_governance.md §14.2
 */
export async function reportLeaks(ctx: Context, reports: readonly Report[]): Promise<Verdict[]> {
  if (reports.length > MOST) throw new TooManyValues()
  const texts = reports.map(({ token = '' }) => token.trim())
  const hashes = texts.map((text) => hashSecret(ctx.services.pepper, text))
  const found = await inTransaction(ctx, async (tx) => {
    // an integration is locked before anything else that is revoked, and a webhook after it
    const secrets = [...(await signingSecrets(tx, texts)), ...(await findSecrets(tx, hashes)), ...(await webhookSecrets(tx, texts))]
    // a revoked secret is recognised too, but reporting it must not fill log and outbox
    const working = secrets.filter(({ works }) => works)
    for (const secret of working) await revoke(tx, secret, ensureDefined(reports[hashes.findIndex((hash) => sameHash(hash, secret.hash))]))
    if (working.length > 0) await tx.services.cache.invalidate(tx.db, credentialsTopic(ctx.account.id))
    return secrets
  })
  return hashes.map((hash) => {
    const secret = found.find((one) => sameHash(one.hash, hash))
    return { kind: secret?.kind ?? null, label: secret === undefined ? 'false_positive' : 'true_positive' }
  })
}

/** Signing secrets belong to the users who requested the integrations. */
async function signingSecrets(tx: Context, texts: readonly string[]): Promise<FoundSecret[]> {
  const found = await findSigningSecrets(tx, texts)
  return found.map(({ id, requester_id, name, hash }) => ({
    kind: 'signing_secret',
    id,
    user_id: requester_id,
    label: name,
    hash,
    works: true,
  }))
}

/** Signing secrets of other webhooks belong to those who made them. */
async function webhookSecrets(tx: Context, texts: readonly string[]): Promise<FoundSecret[]> {
  const found = await findLeakedWebhooks(tx, texts)
  return found.map(({ id, number, created_by, name, hash }) => ({
    kind: 'webhook',
    id: number,
    webhook_id: id,
    user_id: created_by,
    label: name,
    hash,
    works: true,
  }))
}

async function revoke(tx: Context, found: FoundSecret, report: Report): Promise<void> {
  const { title, source_type, revoke: stop } = KINDS[found.kind]
  await stop(tx, found)
  const place = oneLine(report.url ?? report.source ?? '').slice(0, MAX_PLACE_LENGTH) // untrusted: must not look like text of the mail
  await recordAudit(tx, {
    action: 'update',
    source_type,
    source_id: found.kind === 'session' ? found.user_id : found.id,
    source_label: found.label,
    change_description: `Revoked: the ${title} was reported as leaked`,
    details: { found_at: place, visible: visiblePart(report.token ?? '') },
  })
  const url = `${baseUrlOf(tx.account, tx.services.config)}/admin/account/audit_log`
  const people = [found.user_id, tx.account.owner_id ?? found.user_id]
  await notifyUsers(tx, people, writeMail(leakedSecret, { kind: title, label: found.label, place, url }))
}
