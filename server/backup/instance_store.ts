/** Every statement that brings an instance into a database with others. */
import type postgres from 'postgres'
import { JOB_PAYLOADS } from '#db/queue_tables.ts'
import { FILE_NAME } from '#files/file_name.ts'
import { describeMarks } from '#queue/slots.ts'
import { type Loading, loadInto } from './load_store.ts'
import { BackupError, type InstanceRecord, type Manifest, type TableRecord } from './manifest.ts'
import { countRows, jobsOfInstance, type KeptTable, quoteIdentifier, readSequences } from './snapshot_store.ts'

/** How often others may draw from a sequence in the moment in which it is set. */
const MAX_DRAWN = 1000

/** @throws BackupError when an instance with this id, subdomain or host is there */
export async function requireFree(sql: postgres.ISql, { id, subdomain, host }: InstanceRecord): Promise<void> {
  const found = await sql<{ id: number; subdomain: string; host: string | null }[]>`
    select id, subdomain, host from accounts where id = ${id} or subdomain = ${subdomain} or host = ${host} order by id <> ${id} limit 1`
  const [taken] = found
  if (taken === undefined) return
  if (taken.id === id)
    throw new BackupError(
      `An instance with the id ${id} is here already: ${taken.subdomain}. Ids are kept, because hashes, sealed values and names of files depend on them; DESKHAND_FIRST_INSTANCE_ID gives installations ids that do not meet`,
    )
  if (taken.subdomain === subdomain) throw new BackupError(`The subdomain "${subdomain}" is taken: give another with --subdomain`)
  await requireFreeHost(sql, { id, host })
}

/** An instance that is arriving: its subdomain here, and the digest of its first copy. */
export async function findArriving(sql: postgres.ISql, id: number): Promise<{ subdomain: string; moved_copy: string | null } | undefined> {
  const [row] = await sql<{ subdomain: string; moved_copy: string | null }[]>`
    select subdomain, moved_copy from accounts where id = ${id} and move_state = 'arriving' for update`
  return row
}

/** @throws BackupError when the host is that of another instance */
export async function requireFreeHost(sql: postgres.ISql, { id, host }: Pick<InstanceRecord, 'id' | 'host'>): Promise<void> {
  const [taken] = await sql<{ subdomain: string }[]>`select subdomain from accounts where host = ${host} and id <> ${id}`
  if (taken !== undefined) throw new BackupError(`The host "${host}" belongs to the instance ${taken.subdomain}`)
}

/** Removes what an instance with this id has left: rows that no foreign key matchKeysSql to it, and calls that were logged after it was dropped. */
export async function removeLeftRows(sql: postgres.ISql, { id }: InstanceRecord, tables: readonly KeptTable[]): Promise<void> {
  for (const { name } of tables.toReversed()) {
    if (name !== 'accounts') await sql.unsafe(`delete from ${quoteIdentifier(name)} where account_id = $1`, [id])
  }
}

/** Advances sequences that are behind those of the other installation, so that no new id is one of a row that comes in. */
export async function advanceSequences(sql: postgres.ISql, all: Manifest['sequences']): Promise<void> {
  const names = new Set((await readSequences(sql)).map(({ name }) => name))
  names.delete('accounts_id_seq') // new instances go on in the range of this installation
  for (const { name, value } of all) {
    if (!names.has(name)) continue
    const sequence = quoteIdentifier(name)
    await sql.unsafe(
      `select setval('${sequence}', ${value}::bigint + ${MAX_DRAWN} * s.seqincrement) from ${sequence} q, pg_sequence s
        where s.seqrelid = '${sequence}'::regclass and q.last_value <= ${value}::bigint`,
    )
  }
}

/**
 * Begins to load the row of the instance itself: apart, because its id and names are those that were checked, it is not the default one here,
 * and it is in use at once, unless `heldFor` is the digest of the archive that a second copy follows. `afterInsert` is called when it is in.
 */
export async function openAccount(
  sql: postgres.TransactionSql,
  { columns }: TableRecord,
  { id, subdomain, host }: InstanceRecord,
  heldFor: string | null,
  afterInsert: () => Promise<void>,
): Promise<Loading> {
  await sql`create temporary table incoming_account (like accounts) on commit drop`
  const loading = await loadInto(sql, { name: 'incoming_account', columns })
  const state: Readonly<Record<string, string>> = { move_state: '$4', moved_to: 'null', moved_copy: '$5' }
  const values: Readonly<Record<string, string>> = { id: '$1', subdomain: '$2', host: '$3', is_default: 'false', ...state }
  const into = columns.map(quoteIdentifier).join(', ')
  const from = columns.map((column) => values[column] ?? quoteIdentifier(column)).join(', ')
  return {
    write: loading.write,
    async end() {
      await loading.end()
      const given = [id, subdomain, host, heldFor === null ? null : 'arriving', heldFor]
      const { count } = await sql.unsafe(`insert into accounts (${into}) select ${from} from incoming_account`, given)
      if (count !== 1) throw new BackupError('The archive has no row of its instance')
      await afterInsert()
    },
  }
}

/** How many rows of the instance a table has according to the archive; undefined if it does not say so. */
interface Expected {
  readonly name: string
  readonly rows: number | undefined
}

/** @throws BackupError when rows of the archive went into another instance: a table then has fewer of this one than the archive names */
export async function requireAllRows(sql: postgres.ISql, { id }: InstanceRecord, tables: readonly Expected[]): Promise<void> {
  for (const { name, rows } of tables) {
    if ((await countRows(sql, name, id)) !== rows) throw new BackupError(`The archive has rows of ${name} that belong to another instance`)
  }
}

/** @throws BackupError when a loaded row names a file that is not one of the instance */
export async function requireOwnFiles(sql: postgres.ISql, { id }: InstanceRecord): Promise<void> {
  const [other] = await sql<{ name: string }[]>`
    select name from stored_files where account_id = ${id} and (name !~ ${FILE_NAME.source} or not starts_with(name, ${`${id}/`})) limit 1`
  if (other !== undefined) throw new BackupError(`The archive has a row that names a file of another instance: ${other.name}`)
}

/** @throws BackupError when a loaded job is one of another instance, or could replace or hold up one: no job has a key or a queue */
export async function requireOwnJobs(sql: postgres.ISql, table: string, { id }: InstanceRecord): Promise<void> {
  const { account, receiver_prefix } = describeMarks(id)
  const others = await sql.unsafe(
    `select 1 from ${quoteIdentifier(table)} where payload ->> 'account_id' is distinct from $1 or key is not null or queue is not null
      or exists (select from unnest(flags) as flag where (flag = $2 or starts_with(flag, $3)) is not true) limit 1`,
    [String(id), account, receiver_prefix],
  )
  if (others.length > 0) throw new BackupError('The archive has jobs that belong to another instance')
}

/** Gives the default brand the new subdomain of its instance, where it had the old one. */
export async function renameDefaultBrand(sql: postgres.ISql, { id, subdomain }: InstanceRecord, before: string): Promise<void> {
  await sql`update brands b set subdomain = ${subdomain} where b.account_id = ${id} and b."default" and b.subdomain = ${before}
    and not exists (select 1 from brands o where o.account_id = ${id} and not o.is_deleted and lower(o.subdomain) = ${subdomain})`
}

/** Removes the claims of the other installation's workers on scheduled work: those of this one would wait for their ends. */
export async function removeClaims(sql: postgres.ISql, { id }: InstanceRecord): Promise<void> {
  await sql`delete from due_claims where account_id = ${id}`
}

/** Removes jobs that an instance with this id has left in the queue: they are in the archive, or were done elsewhere. */
export async function removeLeftJobs(sql: postgres.ISql, { id }: InstanceRecord): Promise<void> {
  await sql.unsafe(`select graphile_worker.complete_jobs(array(
    select j.id from graphile_worker.jobs j inner join ${JOB_PAYLOADS} p on p.id = j.id ${jobsOfInstance(id)}))`)
}
