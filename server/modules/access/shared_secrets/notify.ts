/** Mails to the sender and the reader of a one-time secret. None contains the value, a link that opens it, or the passphrase. */
import { baseUrlOf } from '#accounts/address.ts'
import { accountZone } from '#accounts/zone.ts'
import type { Context } from '#core/context.ts'
import { notifyUsers } from '#modules/common/mails/notify.ts'
import { writeMail } from '#modules/common/mails/templates/layout.ts'
import {
  type NamedSecret,
  secretCreated,
  secretDestroyed,
  secretExpired,
  secretRead,
  secretRefused,
  secretReopened,
  secretWithdrawn,
} from '#modules/common/mails/templates/one_time_secrets.ts'
import type { SharedSecretRow } from './store.ts'

const listPartyIds = (row: SharedSecretRow) => [row.sender_id, row.reader_id]
const toNamedSecret = (tx: Context, { id, label, sender_name: sender, reader_name: reader }: SharedSecretRow): NamedSecret => ({
  label,
  sender,
  reader,
  url: `${baseUrlOf(tx.account, tx.services.config)}/secrets/${id}`,
})

/** Notifies the reader that a secret is waiting for them. */
export function notifyReader(tx: Context, row: SharedSecretRow): Promise<void> {
  const { expires_at, has_passphrase } = row
  const input = { ...toNamedSecret(tx, row), expires_at, time_zone: accountZone(tx), has_passphrase }
  return notifyUsers(tx, [row.reader_id], writeMail(secretCreated, input))
}

/** Notifies the sender that the secret was read. */
export function notifyRead(tx: Context, row: SharedSecretRow): Promise<void> {
  return notifyUsers(tx, [row.sender_id], writeMail(secretRead, { ...toNamedSecret(tx, row), ip_address: tx.caller.ip_address }))
}

/**
 * Alerts both to a second attempt to open it: the first may not have been the reader's.
 * @param done a sentence that says what was deactivated, other than an API token
 */
export function alertReopened(tx: Context, row: SharedSecretRow, done: string | undefined): Promise<void> {
  const ended = row.api_token_id !== null ? 'api_token' : done === undefined ? null : { text: done }
  return notifyUsers(
    tx,
    listPartyIds(row),
    writeMail(secretReopened, { ...toNamedSecret(tx, row), ip_address: tx.caller.ip_address, ended }),
  )
}

/** Alerts both that a person who is not the reader has tried to open it. */
export function alertOfOtherReader(tx: Context, row: SharedSecretRow): Promise<void> {
  const from = { actor: tx.actor.name, ip_address: tx.caller.ip_address }
  return notifyUsers(tx, listPartyIds(row), writeMail(secretRefused, { ...toNamedSecret(tx, row), ...from }))
}

/** Alerts both that it was destroyed unread; `why` is a sentence. */
export function alertBurnt(tx: Context, row: SharedSecretRow, why: string): Promise<void> {
  return notifyUsers(tx, listPartyIds(row), writeMail(secretDestroyed, { ...toNamedSecret(tx, row), why }))
}

/** Notifies the sender that it expired unread. */
export function notifyExpired(tx: Context, row: SharedSecretRow): Promise<void> {
  return notifyUsers(tx, [row.sender_id], writeMail(secretExpired, toNamedSecret(tx, row)))
}

/** Notifies the reader that it was withdrawn, and the sender too if another person did it. */
export function notifyWithdrawn(tx: Context, row: SharedSecretRow): Promise<void> {
  const people = listPartyIds(row).filter((id) => id !== tx.actor.id)
  return notifyUsers(tx, people, writeMail(secretWithdrawn, { ...toNamedSecret(tx, row), actor: tx.actor.name }))
}
