/** An instance in use that moves: a first copy that is held, then a second one of what has changed since. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { type TestApp, useApp } from '#test/app.ts'
import { assertRefused, assertSucceeds } from '#test/command.ts'
import { assertSealedAlike, rowsOf } from '#test/exports.ts'
import { basicToken, hostClient, putInstance } from '#test/instances.ts'
import { populate } from '#test/invariants/populate.ts'
import { test } from '#test/processes.ts'
import { readArchive } from '#backup/read.ts'
import { SEALED_COLUMNS } from '#installation/sealed_columns.ts'

const place = mkdtempSync(join(tmpdir(), 'deskhand-second-'))
after(() => rmSync(place, { recursive: true, force: true }))
const [first, second, complete, other] = ['first', 'second', 'complete', 'other'].map((name) => join(place, name)) as [
  string,
  string,
  string,
  string,
]
const OTHER_SECRET = 'another pepper of thirty-two characters'

// what runs by itself would change rows while they are compared
const source = await useApp({ DESKHAND_LOG_LEVEL: 'error' })
const target = await useApp({ DESKHAND_FIRST_INSTANCE_ID: '1000', DESKHAND_ROLE: 'web' })
const stranger = await useApp({ DESKHAND_FIRST_INSTANCE_ID: '2000', DESKHAND_ROLE: 'web', DESKHAND_SECRET: OTHER_SECRET })
const secret = { DESKHAND_EXPORT_SECRET: source.env.DESKHAND_SECRET ?? '' }

const moving = await putInstance(source, { subdomain: 'moving' })
await populate(source, moving, 'Zugvogel')
const sql = source.database.database.driver
const uploaded = await moving.api.post('/api/v2/uploads?filename=removed.txt', 'removed')
const { upload } = JSON.parse(uploaded.body) as { upload: { token: string } }
const at = ({ base_url }: TestApp, host = moving.host) => hostClient(base_url, host, basicToken(moving.email, moving.token))

function listFiles({ config }: TestApp): string[] {
  const folder = join(config.data_dir, 'files', String(moving.id))
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).sort()
}

/** The rows of a complete export of the instance in an installation, but for those that a move changes. */
async function rowsIn(app: TestApp, subdomain: string, changed: readonly string[] = []): Promise<Record<string, string[]>> {
  const path = join(place, `of ${subdomain} ${Math.random()}`)
  await assertSucceeds(app, ['instance', 'export', subdomain, path])
  return rowsOf(path, ['accounts', ...changed])
}

const listRoles = async (): Promise<{ id: number; role_type: number }[]> => {
  const { custom_roles } = (await at(source).get('/api/v2/custom_roles')).body
  return custom_roles.filter(({ role_type }: { role_type: number }) => role_type === 0)
}

test('an instance whose first copy is here is not used, neither by callers nor by commands', { timeout: 300_000 }, async () => {
  const [role] = await listRoles()
  await sql`update users set custom_role_id = ${role?.id ?? null} where account_id = ${moving.id}
    and id = (select max(id) from users where account_id = ${moving.id} and role = 'agent')`
  await assertSucceeds(source, ['instance', 'export', 'moving', first])
  assert.match(await assertSucceeds(target, ['instance', 'import', first, '--hold']), /is imported and held/)
  await assertSucceeds(stranger, ['instance', 'import', first, '--hold', '--subdomain', 'moved'], secret)
  const held = await at(target).get('/api/v2/tickets')
  assert.deepEqual([held.status, held.headers.get('retry-after')], [503, '5'])
  for (const command of ['stop', 'resume', 'release'])
    await assertRefused(
      target,
      ['instance', command, 'moving'],
      /^The instance moving is arriving: it is in use as soon as the second file/,
    )
  const logged = await target.database.database.driver`select 1 from request_log where account_id = ${moving.id} and status = 503`
  assert.equal(logged.length, 0)
  assert.equal((await at(source).get('/api/v2/tickets')).status, 200)
})

/** Changes of every kind: new records, changed ones, removed ones, and unique values that go from one to another. */
async function change(): Promise<void> {
  await populate(source, moving, 'Wandervogel')
  // the default group becomes another one; the row of the former one is written last
  const [group] = await sql`select id from groups where account_id = ${moving.id} and not "default" order by id limit 1`
  const [before] = await sql`update groups set "default" = false where account_id = ${moving.id} and "default" returning id`
  await sql`update groups set "default" = true where account_id = ${moving.id} and id = ${group?.id}`
  await sql`update groups set description = 'The former default' where account_id = ${moving.id} and id = ${before?.id}`
  // a role is removed after its agents were given another one
  const [old, fresh] = await listRoles()
  const given =
    await sql`update users set custom_role_id = ${fresh?.id ?? null} where account_id = ${moving.id} and custom_role_id = ${old?.id ?? null}`
  assert.ok(given.count > 0)
  await sql`delete from custom_roles where account_id = ${moving.id} and id = ${old?.id ?? null}`
  // removed and made again: the unique value is that of a row that is gone
  const [membership] = await sql`select user_id, group_id, id from group_memberships where account_id = ${moving.id} order by id limit 1`
  await sql`delete from group_memberships where account_id = ${moving.id} and id = ${membership?.id}`
  await sql`insert into group_memberships (account_id, user_id, group_id, "default", created_at, updated_at)
    values (${moving.id}, ${membership?.user_id}, ${membership?.group_id}, false, now(), now())`
  assert.equal((await at(source).delete(`/api/v2/uploads/${upload.token}`)).status, 204)
}

test('the second copy makes the instance what it is in the other installation, row by row', { timeout: 300_000 }, async () => {
  await change()
  const out = await assertSucceeds(source, ['instance', 'export', 'moving', second, '--since', first])
  assert.match(out, /moving is stopped/)
  assert.equal((await at(source).post('/api/v2/tickets', { ticket: { comment: { body: 'late' } } })).status, 503)
  const { manifest } = await readArchive(second)
  const totals = new Map(manifest.changes?.totals.map(({ name, rows }) => [name, rows]))
  const whole = manifest.tables.filter(({ name, rows }) => rows > 0 && rows === totals.get(name)).map(({ name }) => name)
  for (const untouched of ['custom_statuses', 'trigger_revisions', 'views']) {
    assert.ok((totals.get(untouched) ?? 0) > 0, untouched)
    assert.ok(!whole.includes(untouched), `only what has changed is copied, not all of ${untouched}`)
  }
  assert.ok(manifest.changes?.keys.some(({ name }) => name === 'keys_of_group_memberships'))

  await assertSucceeds(target, ['instance', 'import', second])
  assert.deepEqual(await rowsIn(target, 'moving'), await rowsIn(source, 'moving'))
  assert.deepEqual(listFiles(target), listFiles(source))
  const made = await at(target).post('/api/v2/tickets', { ticket: { comment: { body: 'Here' } } })
  assert.equal(made.status, 201)
  await assertRefused(target, ['instance', 'import', second], /import the first one before, with --hold/)
})

test('with another secret, what is sealed in the second copy is sealed anew, too', { timeout: 300_000 }, async () => {
  await assertSucceeds(stranger, ['instance', 'import', second], secret)
  await assertSealedAlike(stranger, source, moving.id)
  const changed = ['brands', ...SEALED_COLUMNS.map(({ table }) => table)]
  assert.deepEqual(await rowsIn(stranger, 'moved', changed), await rowsIn(source, 'moving', changed))
})

test('a second file that does not fit is refused, and leaves the instance in use', { timeout: 300_000 }, async () => {
  await assertSucceeds(source, ['instance', 'resume', 'moving'])
  await assertRefused(source, ['instance', 'export', 'moving', second, '--since', first], /is there already/)
  await assertRefused(source, ['instance', 'export', 'moving', other, '--since', second], /is no complete export of this instance/)
  await assertRefused(source, ['instance', 'export', 'main', other, '--since', first], /is no complete export of this instance/)
  await assertRefused(target, ['instance', 'export', 'moving', other, '--since', first], /was written from another database/)
  assert.equal((await at(source).get('/api/v2/tickets')).status, 200)
  assert.equal((await at(source).post('/api/v2/tickets', { ticket: { comment: { body: 'goes on' } } })).status, 201)
})

test(
  'a second copy that follows another first one is refused, and so is one for a first one that was changed',
  { timeout: 300_000 },
  async () => {
    const { driver } = target.database.database
    await assertSucceeds(target, ['instance', 'drop', 'moving', '--yes'])
    await assertSucceeds(source, ['instance', 'export', 'moving', complete])
    await assertSucceeds(target, ['instance', 'import', complete, '--hold'])
    await assertRefused(target, ['instance', 'export', 'moving', join(place, 'early')], /is arriving: it can be exported when/)
    await assertRefused(target, ['instance', 'import', second], /follows another first file/)
    await assertSucceeds(source, ['instance', 'export', 'moving', other, '--since', complete])
    const [gone] =
      await driver`delete from views where account_id = ${moving.id} and id = (select max(id) from views where account_id = ${moving.id}) returning id`
    assert.ok(gone !== undefined)
    await assertRefused(target, ['instance', 'import', other], /The archive has rows of views .* Nothing was changed/)
    assert.equal((await at(target).get('/api/v2/tickets')).status, 503)
  },
)
