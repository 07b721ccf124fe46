/** Every statement that reads the chain of the audit log. */
import type { ChainedEntry } from '#accounts/audit_chain.ts'
import { defineStatement } from '#db/builder.ts'
import type { Db } from '#db/db.ts'
import type { Runner } from '#db/over_driver.ts'
import type { ChainHead } from '#lib/hash_chain.ts'
import { type ExportedLine, exportLine } from './chain.ts'

interface ChainedRow extends ChainedEntry {
  readonly position: number | null
  readonly previous_hash: Buffer | null
  readonly hash: Buffer | null
}

const COLUMNS = `account_id, id, actor_id, actor_name, action, source_type, source_id, source_label, change_description, ip_address, details,
  created_at, position, previous_hash, hash`
const selectChained = defineStatement<ChainedRow>(
  `select ${COLUMNS} from audit_logs where account_id = $1 and position > $2 and position <= $3 order by position limit $4`,
)
const selectUnchained = defineStatement<ChainedRow>(
  `select ${COLUMNS} from audit_logs where account_id = $1 and position is null and id > $2 order by id limit $3`,
)
const selectHead = defineStatement<{ position: number; hash: Buffer; recorded_at: string }>(
  'select position, hash, recorded_at from audit_chain_heads where account_id = $1',
)

/** The head of an account's chain, and when it was recorded. */
export async function getChainHead(db: Runner, accountId: number): Promise<ChainHead & { readonly recorded_at: string }> {
  const row = await db.first(selectHead(accountId))
  if (row === undefined) throw new Error(`The audit log of instance ${accountId} has no chain`)
  return { ...row, hash: row.hash.toString('hex') }
}

/** Lines of the chain after a position, up to and including another, in order. */
export async function readChainedLines(
  db: Runner,
  accountId: number,
  span: { after: number; until: number; limit: number },
): Promise<string[]> {
  return (await db.all(selectChained(accountId, span.after, span.until, span.limit))).map((row) => exportLine(toLine(row)))
}

/** Lines of the entries recorded before the log was chained, with ids above `after_id`, and the last of these ids. */
export async function readUnchainedLines(
  db: Db,
  accountId: number,
  after_id: number,
  limit: number,
): Promise<{ lines: string[]; last_id: number }> {
  const rows = await db.all(selectUnchained(accountId, after_id, limit))
  return { lines: rows.map((row) => exportLine(toLine(row))), last_id: rows.at(-1)?.id ?? after_id }
}

function toLine({ position, previous_hash, hash, ...entry }: ChainedRow): ExportedLine {
  return { position, previous_hash: previous_hash?.toString('hex') ?? null, hash: hash?.toString('hex') ?? null, entry }
}
