/** Opens one-time secrets: once, by the reader, in the reader's own session. */
import { requireSession } from '#auth/in_person.ts'
import { CannotOpen, open } from '#auth/cipher.ts'
import { stretchPassphrase } from '#auth/passwords.ts'
import { hashSecret } from '#core/secrets.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { Forbidden, Gone, type HttpError, NotFound, RecordInvalid, refuseInvalid, orNotFound } from '#core/errors.ts'
import { makeBlankProblem } from '#core/problems.ts'
import { addSeconds, toDate } from '#lib/clock.ts'
import { ensureDefined } from '#lib/defined.ts'
import { stateRefusal } from '../access_requests/steps.ts'
import { lockAccessRequest } from '../access_requests/store.ts'
import { takeSystemStep } from '../access_requests/take_step.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { burnRead, burnWaiting, reasonOfReopened } from './burn.ts'
import { expireSecret } from './scheduled.ts'
import { lockBound } from './lock.ts'
import { sealContext } from './seal_context.ts'
import type { OpenInput } from './schema.ts'
import {
  findSharedSecret,
  findSharedSecretByLink,
  passphraseSaltOf,
  type SealedSecretRow,
  type SharedSecretRow,
  updateSharedSecret,
} from './store.ts'
import { alertOfOtherReader, notifyRead } from './notify.ts'

/** The number of wrong passphrases after which the value is destroyed. */
const MAX_ATTEMPTS = 5
/** The shortest interval of mails about attempts by other users, in seconds. The audit log has all attempts. */
const ALERT_SECONDS = 3600
const MAX_USER_AGENT = 500

/** An opened secret with its value. */
export interface OpenedSecret {
  readonly row: SharedSecretRow
  readonly value: string
}

/** Ends the credentials of an integration in a secret. Injected, because integrations/ imports shared_secrets/, not the reverse. */
export interface EndOfIntegrations<Integration> {
  /** Locks the integration a secret belongs to, before the secret; undefined when it belongs to none. */
  readonly lock: (tx: Context, secret: SharedSecretRow) => Promise<Integration | undefined>
  /** Invalidates the credentials and returns what was done as a sentence; undefined when none of them worked any more. */
  readonly disarm: (tx: Context, integration: Integration, secret: SharedSecretRow, reason: string) => Promise<string | undefined>
}

const GONE_MESSAGES: Readonly<Record<'read' | 'expired' | 'withdrawn' | 'burnt', string>> = {
  read: 'This one-time secret was read already. Its sender and its reader have been notified of this second attempt',
  expired: 'This one-time secret has expired unread: ask its sender for a new one',
  withdrawn: 'This one-time secret was withdrawn before it was read',
  burnt: 'This one-time secret was destroyed, because it was no longer safe',
}

/**
 * Opens a one-time secret by its link or its id. The value is destroyed in the same transaction.
 * @throws Forbidden without a session of a user, and for its sender
 * @throws NotFound for everyone else who is not its reader; sender and reader are alerted
 * @throws Gone when it was read, expired, withdrawn or destroyed; a second open destroys it and revokes the credentials it contained: an
 * API token, or the client secret with its tokens, or the signing secret of an integration
 * @throws RecordInvalid for a missing or wrong passphrase; the fifth wrong one destroys the value
 * @source docs/reference/access_governance.md §8
 */
export async function openSharedSecret<Integration extends object>(
  ctx: Context,
  given: OpenInput,
  integrations: EndOfIntegrations<Integration>,
): Promise<OpenedSecret> {
  requireSession(ctx, 'A one-time secret opens only in a session of its reader. Sign in with a browser and open it there.')
  const seen = orNotFound(await find(ctx, given))
  if (seen.reader_id !== ctx.actor.id) await refuseOther(ctx, seen)
  const salt = await passphraseSaltOf(ctx, seen.id)
  const passphraseKey = salt === null || !given.passphrase ? undefined : await stretchPassphrase(given.passphrase, salt)
  // a refused attempt also writes rows, so refusals are thrown after the commit
  const outcome = await inTransaction(ctx, async (tx): Promise<Outcome> => {
    const integration = await integrations.lock(tx, seen)
    const row = await lockBound(tx, seen)
    if (row.state !== 'read') return attempt(tx, row, passphraseKey)
    await burnRead(tx, row, integration && (await integrations.disarm(tx, integration, row, reasonOfReopened(row))))
    return { refusal: new Gone(GONE_MESSAGES.read) }
  })
  if ('refusal' in outcome) throw outcome.refusal
  return outcome
}

async function find(ctx: Context, given: OpenInput): Promise<SharedSecretRow | undefined> {
  const link = given.link?.trim() ?? ''
  if (link !== '') return findSharedSecretByLink(ctx, hashSecret(ctx.services.pepper, link))
  if (given.id === undefined || given.id === null)
    refuseInvalid({ link: [{ description: 'Link: cannot be blank where no id is given', error: 'BlankValue' }] })
  return findSharedSecret(ctx, ensureDefined(given.id))
}

async function refuseOther(ctx: Context, seen: SharedSecretRow): Promise<never> {
  if (seen.sender_id === ctx.actor.id) throw new Forbidden(`You sent this one-time secret: only ${seen.reader_name} can open it.`)
  await inTransaction(ctx, async (tx) => {
    const row = await lockBound(tx, seen)
    await audit(tx, row, 'Refused to a user who is not its reader')
    if (row.alerted_at !== null && toDate(row.alerted_at) > addSeconds(tx.now, -ALERT_SECONDS)) return
    await updateSharedSecret(tx, row.id, { alerted_at: tx.now })
    await alertOfOtherReader(tx, row)
  })
  throw new NotFound()
}

type Outcome = OpenedSecret | { readonly refusal: HttpError }

async function attempt(tx: Context, row: SealedSecretRow, passphraseKey: Buffer | undefined): Promise<Outcome> {
  if (row.state !== 'waiting') {
    await audit(tx, row, `Not opened: it is ${row.state}`)
    return { refusal: new Gone(GONE_MESSAGES[row.state]) }
  }
  if (toDate(row.expires_at) <= tx.now) {
    await expireSecret(tx, row)
    return { refusal: new Gone(GONE_MESSAGES.expired) }
  }
  if (row.has_passphrase && passphraseKey === undefined)
    return { refusal: new RecordInvalid({ passphrase: [makeBlankProblem('Passphrase')] }) }
  const value = unsealValue(tx, row, passphraseKey)
  if (value !== undefined) return { row: await handOver(tx, row), value }
  return { refusal: row.has_passphrase ? await countFailure(tx, row) : await refuseChanged(tx, row) }
}

/** The value; undefined when the passphrase is wrong, or the stored value was changed or moved. */
function unsealValue(tx: Context, row: SealedSecretRow, passphraseKey: Buffer | undefined): string | undefined {
  try {
    return open(tx.services.pepper, row.value_cipher ?? Buffer.alloc(0), sealContext(tx, row.id), passphraseKey)
  } catch (error) {
    if (error instanceof CannotOpen) return undefined
    throw error
  }
}

async function handOver(tx: Context, row: SealedSecretRow): Promise<SharedSecretRow> {
  const { ip_address, user_agent } = tx.caller
  const read = await updateSharedSecret(tx, row.id, {
    state: 'read',
    read_at: tx.now,
    read_ip_address: ip_address,
    read_user_agent: user_agent?.slice(0, MAX_USER_AGENT).toWellFormed().replaceAll('\0', '') ?? null,
  })
  await audit(tx, row, 'Opened by its reader')
  await notifyRead(tx, read)
  if (row.access_request_id === null) return read
  const request = await lockAccessRequest(tx, row.access_request_id)
  // the new value of a rotation is handed over without a step of its request
  const standsStill = stateRefusal('hand_over', request, tx.now) !== undefined
  if (request.requester_id === row.reader_id && !standsStill) await takeSystemStep(tx, request, 'hand_over')
  return read
}

async function countFailure(tx: Context, row: SealedSecretRow): Promise<HttpError> {
  const failed_attempts = row.failed_attempts + 1
  await updateSharedSecret(tx, row.id, { failed_attempts })
  const left = MAX_ATTEMPTS - failed_attempts
  if (left <= 0) {
    await burnWaiting(tx, row, `The passphrase was wrong ${MAX_ATTEMPTS} times`)
    return new Gone(GONE_MESSAGES.burnt)
  }
  await audit(tx, row, `Wrong passphrase, ${left} more until it is destroyed`)
  const attempts = left === 1 ? 'One more attempt is' : `${left} more attempts are`
  return new RecordInvalid({ passphrase: [{ description: `Passphrase: is wrong. ${attempts} left`, error: 'InvalidValue' }] })
}

async function refuseChanged(tx: Context, row: SealedSecretRow): Promise<HttpError> {
  tx.log.error({ shared_secret_id: row.id, account_id: tx.account.id }, 'a one-time secret was changed in the database, or the pepper was')
  await burnWaiting(tx, row, 'What was stored of it is not what was sealed')
  return new Gone(GONE_MESSAGES.burnt)
}

async function audit(tx: Context, row: SharedSecretRow, change_description: string): Promise<void> {
  await recordAudit(tx, {
    action: 'update',
    source_type: 'shared_secret',
    source_id: row.id,
    source_label: row.label,
    change_description,
    details: { session_id: tx.auth.credential_id, access_request_id: row.access_request_id, api_token_id: row.api_token_id },
  })
}
