/** What the people of a one-time secret are told by mail. No mail holds the value, the link or the passphrase. */
import { baseUrlOf } from '../../../accounts/address.ts'
import type { Context } from '../../../context.ts'
import { readableTime } from '../../../lib/clock.ts'
import { notifyUsers } from '../../common/mails/notify.ts'
import type { SharedSecretRow } from './store.ts'

/** What a mail says: `subject` goes on after the label. */
interface News {
  readonly topic: string
  readonly subject: string
  readonly lines: readonly string[]
}

async function tell(tx: Context, row: SharedSecretRow, people: readonly number[], news: News): Promise<void> {
  await notifyUsers(tx, people, {
    topic: `shared_secret.${news.topic}`,
    subject: `One-time secret "${row.label}" ${news.subject}`,
    text: [...news.lines, `${baseUrlOf(tx.account, tx.services.config)}/secrets/${row.id}`].join('\n\n'),
  })
}

const both = (row: SharedSecretRow) => [row.sender_id, row.reader_id]
const here = (tx: Context) => (tx.caller.ip_address === null ? '' : ` from ${tx.caller.ip_address}`)

/** Tells the reader that something waits. */
export function notifyReader(tx: Context, row: SharedSecretRow): Promise<void> {
  return tell(tx, row, [row.reader_id], {
    topic: 'created',
    subject: 'waits for you',
    lines: [
      `${row.sender_name} has sent you the one-time secret "${row.label}".`,
      `Only you can open it, signed in as yourself, once, until ${readableTime(row.expires_at)}.${row.has_passphrase ? ' You need the passphrase that the sender tells you in another way.' : ''}`,
      'Be ready to keep the value where it belongs before you open it: it is not shown again.',
    ],
  })
}

/** The sender's receipt. */
export function notifyRead(tx: Context, row: SharedSecretRow): Promise<void> {
  const lines = [`${row.reader_name} has opened the one-time secret "${row.label}"${here(tx)}.`, 'Its value is destroyed on this server.']
  return tell(tx, row, [row.sender_id], { topic: 'read', subject: 'was read', lines })
}

/** Alerts both: somebody tried to open it a second time, so somebody may have read what the reader has not. `done`: what has ended but an API token. */
export function alertReopened(tx: Context, row: SharedSecretRow, done: string | undefined): Promise<void> {
  const bound = row.api_token_id !== null
  return tell(tx, row, both(row), {
    topic: 'reopened',
    subject: 'was opened a second time',
    lines: [
      `The one-time secret "${row.label}" was read already when the session of ${row.reader_name} opened it again${here(tx)}. It showed nothing.`,
      bound
        ? 'The API token it held has been deactivated, to be safe.'
        : (done ?? 'If that was not you opening it twice, the value is known to somebody else: replace it.'),
    ],
  })
}

/** Alerts both that somebody who is not the reader has tried to open it. */
export function alertOfOtherReader(tx: Context, row: SharedSecretRow): Promise<void> {
  return tell(tx, row, both(row), {
    topic: 'refused',
    subject: 'was refused to somebody else',
    lines: [
      `${tx.actor.name} tried to open the one-time secret "${row.label}"${here(tx)}, which is for ${row.reader_name} only. It showed nothing and told nothing.`,
      'If that person has the link, somebody has passed it on.',
    ],
  })
}

/** Alerts both that it was destroyed before it was read; `why` is a sentence. */
export function alertBurnt(tx: Context, row: SharedSecretRow, why: string): Promise<void> {
  const lines = [`The one-time secret "${row.label}" from ${row.sender_name} to ${row.reader_name} was destroyed unread.`, why]
  return tell(tx, row, both(row), { topic: 'burnt', subject: 'was destroyed', lines })
}

/** Tells the sender that nobody has opened it in time. */
export function notifyExpired(tx: Context, row: SharedSecretRow): Promise<void> {
  const lines = [
    `${row.reader_name} has not opened the one-time secret "${row.label}" in time. Its value is destroyed.`,
    'Send it again if it is still needed.',
  ]
  return tell(tx, row, [row.sender_id], { topic: 'expired', subject: 'has expired unread', lines })
}

/** Tells the reader, and the sender when somebody else did it, that it was withdrawn. */
export function notifyWithdrawn(tx: Context, row: SharedSecretRow): Promise<void> {
  const people = both(row).filter((id) => id !== tx.actor.id)
  const lines = [`${tx.actor.name} has withdrawn the one-time secret "${row.label}" before it was read. Its value is destroyed.`]
  return tell(tx, row, people, { topic: 'withdrawn', subject: 'was withdrawn', lines })
}
