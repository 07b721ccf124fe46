/**
 * How entries get into an instance's audit log: they are collected during a transaction, and one statement chains them just before the
 * commit. That statement locks the head of the chain as the last lock of the transaction, so no two transactions can deadlock on it; and a
 * rollback leaves no gap.
 */
import { defineStatement } from '../db/builder.ts'
import type { Db } from '../db/client.ts'
import type { Ids } from '../db/ids.ts'
import { toJson } from '../db/types.ts'
import { ensureDefined } from '../lib/defined.ts'
import { parseOwn } from '../lib/json.ts'
import { CHAIN_BEGINNING, entryDigest } from '../lib/hash_chain.ts'

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

// a hash of this text, not of the columns: see lib/hash_chain.ts, which the verification uses
const chain =
  defineStatement<unknown>(`with recursive head as (select h.position, h.hash from audit_chain_heads h where h.account_id = $1 for update),
  entry as (select * from jsonb_to_recordset($2::jsonb) as e(n integer, digest text, id bigint, actor_id bigint, actor_name text, action text,
    source_type text, source_id bigint, source_label text, change_description text, ip_address text, details jsonb, created_at timestamptz)),
  link (n, position, previous_hash, hash) as (
    select 0, head.position, head.hash, head.hash from head
    union all
    select l.n + 1, l.position + 1, l.hash, sha256(convert_to(encode(l.hash, 'hex') || ':' || (l.position + 1) || ':' || e.digest, 'UTF8'))
    from link l inner join entry e on e.n = l.n + 1),
  moved as (update audit_chain_heads h set position = l.position, hash = l.hash, recorded_at = e.created_at
    from link l inner join entry e on e.n = l.n where h.account_id = $1 and l.n = $3)
  insert into audit_logs (account_id, id, actor_id, actor_name, action, source_type, source_id, source_label, change_description, ip_address,
    details, created_at, position, previous_hash, hash)
  select $1, e.id, e.actor_id, e.actor_name, e.action, e.source_type, e.source_id, e.source_label, e.change_description, e.ip_address,
    e.details, e.created_at, l.position, l.previous_hash, l.hash from entry e inner join link l on l.n = e.n`)
const begin = defineStatement<unknown>('insert into audit_chain_heads (account_id, position, hash, recorded_at) values ($1, $2, $3, $4)')

/** Creates an empty chain for a new instance. */
export async function beginAuditChain(db: Db, accountId: number, now: Date): Promise<void> {
  await db.run(begin(accountId, CHAIN_BEGINNING.position, Buffer.from(CHAIN_BEGINNING.hash, 'hex'), now))
}

/** Writes an entry just before the transaction of `db` is committed; outside a transaction, in one of its own. */
export function appendAudit(db: Db, ids: Ids, entry: Waiting['entry']): Promise<void> {
  return db.transaction(async (tx) => tx.beforeCommit(writeWaiting, { ids, entry: toStorableEntry(entry) }))
}

async function writeWaiting(db: Db, waiting: readonly Waiting[]): Promise<void> {
  const byAccount = [...Map.groupBy(waiting, ({ entry }) => entry.account_id)].sort(([one], [other]) => one - other)
  for (const [accountId, some] of byAccount) {
    const ids = await ensureDefined(some[0]).ids.take(db, some.length)
    const entries = some.map(({ entry }, index) => {
      const whole = { ...entry, id: ensureDefined(ids[index]) } satisfies ChainedEntry
      return { ...whole, n: index + 1, digest: entryDigest(whole) }
    })
    const written = await db.run(chain(accountId, toJson(entries), entries.length))
    if (written !== entries.length) throw new Error(`The audit log of instance ${accountId} has no chain`)
  }
}

/** The entry as PostgreSQL returns it, which is what is verified: no lone surrogates, no zero bytes, no members that JSON leaves out. */
function toStorableEntry(entry: Waiting['entry']): Waiting['entry'] {
  const clean = (_name: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value)
  return parseOwn<Waiting['entry']>(JSON.stringify(entry), clean)
}
