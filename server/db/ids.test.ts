import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testDatabase } from '#test/database.ts'
import { makeIds } from './ids.ts'

const scratch = await testDatabase()
after(() => scratch.close())

test('ids rise within a process and are never handed out twice, by any number of processes', async () => {
  const processes = [makeIds(), makeIds(), makeIds()]
  const taken = await Promise.all(processes.flatMap((ids) => [1, 2, 999, 1000, 1, 700].map((count) => ids.take(scratch.database, count))))
  for (const ids of taken)
    assert.deepEqual(
      ids,
      ids.toSorted((one, other) => one - other),
    )
  const all = taken.flat()
  assert.equal(all.length, 3 * 2703)
  assert.equal(new Set(all).size, all.length)
})

test('more ids than a block holds can be taken at once', async () => {
  const ids = makeIds()
  for (const count of [1001, 2000, 5500, 0]) assert.equal(new Set(await ids.take(scratch.database, count)).size, count)
})

test('after the ids that were drawn are dropped none of them is handed out, also when a block is just being drawn', async () => {
  const ids = makeIds()
  const [before = 0] = await ids.take(scratch.database, 1)
  ids.forget()
  const [after = 0] = await ids.take(scratch.database, 1)
  assert.ok(after >= before + 1000, `${after} follows ${before}`)
  const [block] = await scratch.database.driver<{ first: number }[]>`select nextval('record_ids')::integer as first`
  const drawing = makeIds()
  const taking = drawing.take(scratch.database, 1)
  drawing.forget()
  assert.deepEqual(await taking, [(block?.first ?? 0) + 2000], 'the block that was being drawn is left out')
})
