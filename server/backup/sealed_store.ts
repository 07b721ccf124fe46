/** Every statement on values that are sealed with the secret of an installation: they are sealed anew when their instance moves to another. */
import type postgres from 'postgres'
import { CannotOpen, open, seal } from '#auth/cipher.ts'
import { SEALED_COLUMNS } from '#installation/sealed_columns.ts'

const AT_ONCE = 500

interface SealedRow {
  readonly key: string
  readonly place: string
  readonly sealed: Buffer
}

/**
 * Seals the values of an instance, which another secret has sealed, with one's own. `findTable` names where the rows of a table are.
 * @returns how many could be opened with neither
 */
export async function sealAnew(
  sql: postgres.ISql,
  accountId: number,
  secrets: { from: Buffer; to: Buffer },
  findTable: (table: string) => string = (table) => table,
): Promise<number> {
  let lost = 0
  for (const { table: name, column, key, purpose, place, condition = 'true' } of SEALED_COLUMNS) {
    const table = findTable(name)
    for (let after = ''; ;) {
      const rows = await sql.unsafe<SealedRow[]>(
        `select ${key}::text as key, ${place}::text as place, ${column} as sealed from ${table}
          where account_id = $1 and ${column} is not null and ${condition} and ${key}::text > $2 order by ${key}::text limit ${AT_ONCE}`,
        [accountId, after],
      )
      const last = rows.at(-1)
      if (last === undefined) break
      after = last.key
      const fresh = rows.flatMap((row) => {
        const sealed = sealRow(row, `${purpose}:${accountId}:${row.place}`, secrets)
        return sealed === undefined ? [] : [{ key: row.key, sealed: sealed.toString('hex') }]
      })
      lost += rows.length - fresh.length
      await sql.unsafe(
        `update ${table} set ${column} = decode(e.sealed, 'hex') from unnest($2::text[], $3::text[]) as e (key, sealed)
          where ${table}.account_id = $1 and ${table}.${key}::text = e.key`,
        [accountId, fresh.map((row) => row.key), fresh.map((row) => row.sealed)],
      )
    }
  }
  return lost
}

/** Undefined for a value that an even older secret has sealed: it was lost before. */
function sealRow({ sealed }: SealedRow, context: string, { from, to }: { from: Buffer; to: Buffer }): Buffer | undefined {
  try {
    return seal(to, open(from, sealed, context), context)
  } catch (error) {
    if (error instanceof CannotOpen) return undefined
    throw error
  }
}
