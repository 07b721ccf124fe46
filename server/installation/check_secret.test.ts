import assert from 'node:assert/strict'
import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { defineStatement } from '#db/builder.ts'
import { explain } from '#start/explain.ts'
import { findFingerprint, replaceFingerprint } from './store.ts'
import { acceptInstallationSecret } from './check_secret.ts'
import { secretFingerprint } from './secret.ts'

const app = await useApp({}, { own: true }) // starts other processes
const db = app.database.database
const RIGHT = app.config.secret as string
const WRONG = 'a pepper of somebody else, long enough to be one'
const forget = () => db.run(defineStatement<unknown>('delete from installation where id = $1')(1))
const findStoredFingerprint = () => findFingerprint(db)

async function refusal(env: Readonly<Record<string, string>>): Promise<string> {
  return explain(
    await app.another(env).then(
      () => assert.fail('it started'),
      (error: unknown) => error,
    ),
  )
}

test("a process with another secret than the database's refuses to start, with a message that holds neither", async () => {
  const before = await findStoredFingerprint()
  assert.equal(before, secretFingerprint(Buffer.from(RIGHT)))
  for (const DESKHAND_ROLE of ['web', 'worker', 'all']) {
    const text = await refusal({ DESKHAND_SECRET: WRONG, DESKHAND_ROLE })
    assert.match(text, /^Deskhand cannot start: the secret here \(fingerprint [0-9a-f]{32}\) is not that of the database/)
    assert.ok(!text.includes(WRONG) && !text.includes(RIGHT) && !text.includes('\n'))
  }
  assert.equal(await findStoredFingerprint(), before)
})

test('a process without a secret does not generate one for a database that has one', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'deskhand-no-secret-'))
  assert.match(await refusal({ DESKHAND_SECRET: '', DATA_DIR }), /^Deskhand cannot start: there is no secret/)
  assert.deepEqual(await readdir(DATA_DIR), [])
  await forget()
  assert.match(await refusal({ DESKHAND_SECRET: '', DATA_DIR }), /^Deskhand cannot start: there is no secret/)
  assert.deepEqual([await readdir(DATA_DIR), await findStoredFingerprint()], [[], null])
  await app.another()
})

test('a database of an older version accepts the first secret only if it opens a sealed value there', async () => {
  const target = {
    title: 'Hook',
    type: 'url_target_v2',
    target_url: 'https://example.org',
    method: 'post',
    content_type: 'application/json',
  }
  const made = await app.api.post('/api/v2/targets', { target: { ...target, username: 'me', password: 'a sealed value' } })
  assert.equal(made.status, 201)
  await forget()
  assert.match(await refusal({ DESKHAND_SECRET: WRONG }), /^Deskhand cannot start: the secret here opens none of the sealed values/)
  assert.equal(await findStoredFingerprint(), null)
  await app.another()
  assert.equal(await findStoredFingerprint(), secretFingerprint(Buffer.from(RIGHT)))
})

test('an accepted secret becomes that of the database, and the former one is refused', async () => {
  await acceptInstallationSecret({ secret: WRONG, data_dir: '/nowhere' }, db)
  await app.another({ DESKHAND_SECRET: WRONG })
  assert.match(await refusal({}), /is not that of the database/)
  await replaceFingerprint(db, secretFingerprint(Buffer.from(RIGHT)))
  await app.another()
})
