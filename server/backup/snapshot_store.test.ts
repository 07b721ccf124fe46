import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withScratchDatabase } from '#test/database.ts'
import { rowsOf } from './snapshot_store.ts'

test(
  'a table whose last rows are not consumed at once is read to its end, and the next statement is answered',
  { timeout: 60_000 },
  async () => {
    await withScratchDatabase(async (database) => {
      for (const rows of [700, 800, 1000, 1300, 1900, 4000]) {
        await database.driver.begin(async (sql) => {
          await sql.unsafe(`create temporary table slow on commit drop as select repeat('x', 99) as line from generate_series(1, ${rows})`)
          let read = 0
          for await (const line of rowsOf(sql, { name: 'slow', columns: ['line'] })) {
            // once another connection has answered, everything PostgreSQL had to send has arrived
            if (read === 0) for (let asked = 0; asked < 20; asked += 1) await database.driver`select 1`
            read += line.length
          }
          assert.equal(read, rows * 100)
          assert.equal((await sql`select 1 as one`)[0]?.one, 1)
        })
      }
    })
  },
)
