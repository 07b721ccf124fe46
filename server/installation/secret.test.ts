import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { explain } from '#start/explain.ts'
import { readInstallationSecret } from './secret.ts'

async function inFolder(work: (data_dir: string) => Promise<void>): Promise<void> {
  const data_dir = await mkdtemp(join(tmpdir(), 'deskhand-pepper-'))
  await work(data_dir).finally(() => rm(data_dir, { recursive: true }))
}

test('concurrent first starts create one pepper, complete for each of them, and leave nothing else behind', () =>
  inFolder(async (data_dir) => {
    const peppers = await Promise.all(
      Array.from({ length: 20 }, () => readInstallationSecret({ secret: null, data_dir: join(data_dir, 'new') })),
    )
    assert.deepEqual([...new Set(peppers.map((pepper) => pepper.length))], [64])
    assert.equal(new Set(peppers.map(String)).size, 1)
    assert.deepEqual(await readdir(join(data_dir, 'new')), ['secret'])
    assert.equal((await stat(join(data_dir, 'new', 'secret'))).mode & 0o777, 0o600)
  }))

test('a secret file that is empty or too short is refused with a message', () =>
  inFolder(async (data_dir) => {
    for (const text of ['', '\n', 'x'.repeat(31)]) {
      await writeFile(join(data_dir, 'secret'), text)
      const error = await readInstallationSecret({ secret: null, data_dir }).catch((thrown: unknown) => thrown)
      assert.match(explain(error), /^Deskhand cannot start: .*secret holds fewer than 32 characters.*$/)
    }
  }))
