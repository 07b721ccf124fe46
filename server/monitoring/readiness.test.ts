import assert from 'node:assert/strict'
import { rm, writeFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startTestApp, useApp } from '#test/app.ts'
import { makeClient } from '#test/client.ts'
import { waitUntil } from '#test/crash/process.ts'
import { rawRequest } from '#test/raw_http.ts'
import { defineStatement } from '#db/builder.ts'
import { SCHEMA_TOPIC } from '#db/topics.ts'
import { invalidateEverywhere } from '#db/cache.ts'
import { queueHealth } from '#queue/store.ts'

const app = await useApp({ DESKHAND_LOG_LEVEL: 'silent' })
const readReadiness = async (base_url: string) => {
  const { status, body } = await makeClient(base_url, {}).get('/readyz')
  return { status, body }
}

test('readiness reports every part of the installation to this machine, and to others the status only', async () => {
  await waitUntil('the worker is connected', async () => ((await queueHealth(app.database.database)).workers > 0 ? true : undefined))
  const other = await app.another({ DESKHAND_ROLE: 'web', DESKHAND_TRUSTED_PROXIES: '127.0.0.1' })
  const ok = { ok: true }
  const checks = { process: ok, database: ok, listener: ok, migrations: ok, files: ok, queue: ok }
  assert.deepEqual(await readReadiness(other.base_url), { status: 200, body: { status: 'ok', checks } })
  const far = await rawRequest(other.base_url, { path: '/readyz', headers: { 'x-forwarded-for': '203.0.113.7' } })
  assert.deepEqual([far.status, JSON.parse(far.text)], [200, { status: 'ok' }])
})

test('a failing file store is reported, and does not make the process unready', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'deskhand-unready-'))
  await writeFile(join(DATA_DIR, 'files'), 'a file where the folder should be')
  const { status, body } = await readReadiness((await app.another({ DATA_DIR, DESKHAND_ROLE: 'web' })).base_url)
  assert.deepEqual([status, body.status, body.reason], [200, 'ok', undefined])
  assert.deepEqual(body.checks.files, { ok: false, reason: 'files cannot be written, or the bucket does not answer' })
  await rm(DATA_DIR, { recursive: true })
})

test('readiness reports that no worker takes jobs', async () => {
  const web = await startTestApp({ DESKHAND_ROLE: 'web' })
  const queueOf = async () => (await readReadiness((await web.another()).base_url)).body.checks.queue
  assert.deepEqual(await queueOf(), { ok: false, reason: 'no worker takes jobs' })
  await web.stop()
})

for (const told of [true, false])
  test(`a process beside a newer schema refuses writes${told ? ' as soon as it is notified' : ', without a notification, too'}`, async () => {
    const old = await startTestApp({ DESKHAND_LOG_LEVEL: 'silent' })
    const { database } = old.database
    try {
      const made = await old.api.post('/api/v2/groups', { group: { name: 'Before' } })
      assert.equal(made.status, 201)
      await database.transaction(async (tx) => {
        await tx.run(defineStatement<unknown>("insert into schema_migrations (name, applied_at) values ('9999_later.sql', now())")())
        if (told) await invalidateEverywhere(tx, SCHEMA_TOPIC)
      })
      await waitUntil('the process is not ready', async () => ((await readReadiness(old.base_url)).status === 503 ? true : undefined))
      const { body } = await readReadiness(old.base_url)
      assert.equal(body.reason, 'the database has been migrated by a newer version')
      assert.deepEqual(body.checks.database, { ok: true })
      const path = `/api/v2/groups/${made.body.group.id}`
      for (const answer of [
        await old.api.post('/api/v2/groups', { group: { name: 'After' } }),
        await old.api.put(path, { group: { name: 'After' } }),
        await old.api.delete(path),
      ]) {
        assert.deepEqual([answer.status, answer.body.error], [503, 'ServiceUnavailable'])
        assert.equal(answer.headers.get('retry-after'), '5')
      }
      assert.deepEqual([(await old.api.get(path)).status, (await old.api.get(path)).body.group.name], [200, 'Before'])
      await waitUntil('its worker has gone', async () => ((await queueHealth(database)).workers === 0 ? true : undefined))
    } finally {
      await old.stop()
    }
  })
