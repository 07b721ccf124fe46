// ONE-TIME SECRETS: a value is sent from one person to another, can be read once and is then destroyed.
// Not here: what is handed over and why; a token for an access request comes from access_requests/grants/.
import { randomBytes } from 'node:crypto'
import { ensureDefined } from '#lib/defined.ts'
import { canSeeUser } from '#permissions/people_scope.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { actorById } from '#auth/actors.ts'
import { seal } from '#auth/cipher.ts'
import { stretchPassphrase } from '#auth/passwords.ts'
import { hashSecret, makeSecret } from '#core/secrets.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { type Details, refuseInvalid } from '#core/errors.ts'
import { makeBlankProblem } from '#core/problems.ts'
import { addSeconds } from '#lib/clock.ts'
import { formatMoment } from '#lib/dates.ts'
import { withCombined } from '../access_requests/separation.ts'
import { updateAccessRequest } from '../access_requests/store.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { checkDraft, checkPassphrase, MAX_SECONDS } from './check.ts'
import { sealContext } from './seal_context.ts'
import { sharedSecretLink } from './present.ts'
import { bindToRequest } from './request_value.ts'
import type { SharedSecretInput } from './schema.ts'
import { findSharedSecret, insertSharedSecret, putSealedValue, type SharedSecretRow } from './store.ts'
import { notifyReader } from './notify.ts'

const SALT_BYTES = 16

/** What to hand over, and to which reader. */
export interface Handover {
  readonly reader_id: number
  readonly label: string
  readonly value: string
  readonly passphrase?: string | null
  readonly access_request_id?: number | null
  readonly api_token_id?: number | null
  /** The note for the audit log, see {@link withCombined}. */
  readonly combined?: string | null
  /** In seconds; 24 hours by default. */
  readonly expires_in?: number
}

/** A new one-time secret. `link` is stored nowhere. */
export interface MadeSharedSecret {
  readonly row: SharedSecretRow
  readonly link: string
}

/**
 * Sends a value to one person, to be read once. Sending the value of a token made for an access request hands that token over.
 * @throws Forbidden for anyone but agents and administrators, and for a caller who may not hand over the value of a request's token
 * @throws RecordInvalid
 * @source docs/reference/specification.md §5.6.8; docs/reference/access_governance.md §8
 */
export async function sendSharedSecret(ctx: Context, given: SharedSecretInput): Promise<MadeSharedSecret> {
  requirePermission(ctx, 'shared_secret.create')
  const draft = {
    label: given.label?.trim() ?? '',
    value: given.value ?? '',
    passphrase: given.passphrase || null,
    expires_in: given.expires_in ?? MAX_SECONDS,
  }
  const reader_id = given.reader_id ?? 0
  refuseInvalid({ ...checkDraft(draft), ...(await checkReader(ctx, reader_id)) })
  return inTransaction(ctx, async (tx) => {
    const bound = await bindToRequest(tx, draft.value, reader_id)
    const made = await createSharedSecret(tx, { ...draft, ...bound, reader_id })
    if (bound !== undefined) await updateAccessRequest(tx, bound.access_request_id, { shared_secret_id: made.row.id })
    return made
  })
}

async function checkReader(ctx: Context, id: number): Promise<Details> {
  if (id === 0) return { reader_id: [makeBlankProblem('Reader')] }
  if (id === ctx.actor.id) return { reader_id: [{ description: 'Reader: must be another person', error: 'InvalidValue' }] }
  const reader = (await actorById(ctx.services, ctx.account, id))?.actor
  // a reader whom the caller does not see counts as unknown: the answer would reveal their name
  if (reader !== undefined && canSeeUser(ctx, reader)) return {}
  return { reader_id: [{ description: 'Reader: must be a user who may sign in', error: 'InvalidValue' }] }
}

/**
 * Creates a one-time secret sent by the caller, in the transaction of `tx`: stores it sealed, audits it and mails its reader. The caller is
 * already authorised; sending on a user's own behalf goes through {@link sendSharedSecret}.
 * @throws RecordInvalid for a passphrase that is too short or too long
 */
export async function createSharedSecret(tx: Context, given: Handover): Promise<MadeSharedSecret> {
  const { reader_id, label, value, passphrase = null, access_request_id = null, api_token_id = null, expires_in = MAX_SECONDS } = given
  const { combined = null } = given
  refuseInvalid(checkPassphrase(passphrase))
  const { pepper } = tx.services
  const link = makeSecret('dhx')
  const passphrase_salt = passphrase === null ? null : randomBytes(SALT_BYTES)
  const more = passphrase === null || passphrase_salt === null ? undefined : await stretchPassphrase(passphrase, passphrase_salt)
  const bound = { access_request_id, api_token_id }
  const id = await insertSharedSecret(tx, {
    ...bound,
    label,
    reader_id,
    link_hash: hashSecret(pepper, link),
    passphrase_salt,
    expires_at: addSeconds(tx.now, expires_in),
  })
  await putSealedValue(tx, id, seal(pepper, value, sealContext(tx, id), more))
  const row = ensureDefined(await findSharedSecret(tx, id))
  await recordAudit(tx, {
    action: 'create',
    source_type: 'shared_secret',
    source_id: id,
    source_label: label,
    change_description: withCombined(`Sent to ${row.reader_name}, to be read once until ${formatMoment(row.expires_at)}`, combined),
    details: { reader_id, ...bound, has_passphrase: row.has_passphrase },
  })
  await notifyReader(tx, row)
  return { row, link: sharedSecretLink(tx, link) }
}
