import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { allOf } from './all_of.ts'
import { makeFolders, makeFoldersSync } from './folders.ts'

const place = mkdtempSync(join(tmpdir(), 'deskhand-folders-'))
after(() => rmSync(place, { recursive: true }))

for (const make of [makeFolders, makeFoldersSync]) {
  const own = join(place, make.name)
  mkdirSync(own)

  test(`${make.name} creates missing folders, and returns the first one it created`, async () => {
    assert.equal(await make(join(own, 'a/b/c'), 0o700), join(own, 'a'))
    assert.equal(await make(join(own, 'a/b/d')), join(own, 'a/b/d'))
    assert.equal(await make(join(own, 'a/b/c')), undefined)
    for (const made of ['a', 'a/b', 'a/b/c']) assert.equal(statSync(join(own, made)).mode & 0o777, 0o700)
  })

  test(`${make.name} refuses a path below a file, or that of a file`, async () => {
    writeFileSync(join(own, 'file'), '')
    for (const [name, code] of [
      ['file', 'EEXIST'],
      ['file/below/it', 'ENOTDIR'],
    ] as const)
      await assert.rejects(async () => make(join(own, name)), { code })
  })

  test(`${make.name} does not hang where no folder can be created`, { skip: !existsSync('/proc/self') && 'no /proc' }, async () => {
    await assert.rejects(async () => make('/proc/deskhand/files/incoming', 0o700), { code: 'ENOENT' })
  })
}

test('concurrent calls for the same folders all succeed', async () => {
  for (let round = 0; round < 50; round += 1) {
    const folder = join(place, `round${round}/a/b/c`)
    await allOf(...Array.from({ length: 8 }, () => () => makeFolders(folder)))
    assert.ok(statSync(folder).isDirectory())
  }
})
