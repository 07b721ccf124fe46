/**
 * How entries get into an instance's audit log: they are collected during a transaction, and chained just before the commit. The head of the
 * chain is the last thing that the transaction locks, so no two transactions can deadlock on it; and a rollback leaves no gap.
 */
import { defineStatement } from '#db/builder.ts'
import type { Db } from '#db/db.ts'
import type { Ids } from '#db/ids.ts'
import type { Runner } from '#db/over_driver.ts'
import { toJson } from '#db/types.ts'
import { allOf } from '#lib/all_of.ts'
import { ensureDefined } from '#lib/defined.ts'
import { parseOwn } from '#lib/json.ts'
import { CHAIN_BEGINNING, type ChainHead, entryDigest, nextHash } from '#lib/hash_chain.ts'

/** An entry as it is hashed: all members except its place in the chain. `created_at` is an ISO text with milliseconds. */
export interface ChainedEntry {
  readonly account_id: number
  readonly id: number
  readonly actor_id: number
  readonly actor_name: string
  readonly action: string
  readonly source_type: string
  readonly source_id: number
  readonly source_label: string
  readonly change_description: string
  readonly ip_address: string | null
  readonly details: Readonly<Record<string, unknown>>
  readonly created_at: string
}

/** An entry to be written, and the source of its id. `details` must be plain JSON and hold no secret. */
interface Waiting {
  readonly ids: Ids
  readonly entry: Omit<ChainedEntry, 'id'>
}

const lockHead = defineStatement<{ position: number; hash: Buffer }>(
  'select position, hash from audit_chain_heads where account_id = $1 for update',
)
const moveHead = defineStatement<unknown>('update audit_chain_heads set position = $2, hash = $3, recorded_at = $4 where account_id = $1')
const insertEntries =
  defineStatement<unknown>(`insert into audit_logs (account_id, id, actor_id, actor_name, action, source_type, source_id, source_label,
    change_description, ip_address, details, created_at, position, previous_hash, hash)
  select $1, e.id, e.actor_id, e.actor_name, e.action, e.source_type, e.source_id, e.source_label, e.change_description, e.ip_address,
    e.details, e.created_at, e.position, decode(e.previous_hash, 'hex'), decode(e.hash, 'hex')
  from jsonb_to_recordset($2::jsonb) as e(id bigint, actor_id bigint, actor_name text, action text, source_type text, source_id bigint,
    source_label text, change_description text, ip_address text, details jsonb, created_at timestamptz, position bigint, previous_hash text,
    hash text)`)
const begin = defineStatement<unknown>('insert into audit_chain_heads (account_id, position, hash, recorded_at) values ($1, $2, $3, $4)')

/** Creates an empty chain for a new instance. */
export async function beginAuditChain(db: Db, accountId: number, now: Date): Promise<void> {
  await db.run(begin(accountId, CHAIN_BEGINNING.position, Buffer.from(CHAIN_BEGINNING.hash, 'hex'), now))
}

/** Writes an entry just before the transaction of `db` is committed; outside a transaction, in one of its own. */
export function appendAudit(db: Db, ids: Ids, entry: Waiting['entry']): Promise<void> {
  return db.transaction(async (tx) => tx.beforeCommit(writeWaiting, { ids, entry: toStorableEntry(entry) }))
}

/** Writes an entry at once: as the last act of a transaction that the driver itself has opened. */
export function writeAudit(db: Runner, ids: Ids, entry: Waiting['entry']): Promise<void> {
  return writeWaiting(db, [{ ids, entry: toStorableEntry(entry) }])
}

async function writeWaiting(db: Runner, waiting: readonly Waiting[]): Promise<void> {
  const byAccount = [...Map.groupBy(waiting, ({ entry }) => entry.account_id)].sort(([one], [other]) => one - other)
  for (const [accountId, some] of byAccount) {
    const ids = await ensureDefined(some[0]).ids.take(db, some.length)
    const entries = some.map(({ entry }, index) => {
      const whole = { ...entry, id: ensureDefined(ids[index]) } satisfies ChainedEntry
      return { whole, digest: entryDigest(whole) }
    })
    await chainEntries(db, accountId, entries)
  }
}

/** What can be computed before is, since other transactions of the account wait while the head is locked. */
async function chainEntries(db: Runner, accountId: number, entries: readonly { whole: ChainedEntry; digest: string }[]): Promise<void> {
  const stored = await db.first(lockHead(accountId))
  if (stored === undefined) throw new Error(`The audit log of instance ${accountId} has no chain`)
  let head: ChainHead = { position: stored.position, hash: stored.hash.toString('hex') }
  const rows = entries.map(({ whole, digest }) => {
    const previous_hash = head.hash
    head = { position: head.position + 1, hash: nextHash(head, digest) }
    return { ...whole, ...head, previous_hash }
  })
  // sent together, so that the head is locked for two round trips, not three
  await allOf(
    () => db.run(moveHead(accountId, head.position, Buffer.from(head.hash, 'hex'), ensureDefined(rows.at(-1)).created_at)),
    () => db.run(insertEntries(accountId, toJson(rows))),
  )
}

/** The entry as PostgreSQL returns it, which is what is verified: no lone surrogates, no zero bytes, no members that JSON leaves out. */
function toStorableEntry(entry: Waiting['entry']): Waiting['entry'] {
  const clean = (_name: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value)
  return parseOwn<Waiting['entry']>(JSON.stringify(entry), clean)
}
