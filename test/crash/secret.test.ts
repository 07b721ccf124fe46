/** A process of a newer version starts with a wrong secret on a database that others use: it refuses, and does not migrate the schema. */
import assert from 'node:assert/strict'
import { smokeTest } from '../processes.ts'
import { migrationNames } from '#db/setup/migrate.ts'
import { makeClient } from '../client.ts'
import { runCommand } from '../command.ts'
import { queryDatabase, leavesNothing, makeDataDir, spawnServer, startServer } from './process.ts'

const TOKEN = 'a-token-for-the-secret-test'
const RIGHT = 'the secret of this database, long enough to be one'
const WRONG = 'the secret of another database, long enough to be one'
const authorization = `Basic ${Buffer.from(`admin@example.com/token:${TOKEN}`).toString('base64')}`
const patience = { timeout: 120_000 }
const INSTALLATION = '0031_installation.sql'
/** A record with a value encrypted under the secret. */
const TARGET = {
  title: 'Hook',
  type: 'url_target_v2',
  target_url: 'https://example.org',
  method: 'post',
  content_type: 'application/json',
  username: 'me',
  password: 'a sealed value',
}

smokeTest('a newer version with a wrong secret, or none, migrates nothing; with the right one it does', patience, async () => {
  const data_dir = makeDataDir()
  const env = { DATA_DIR: data_dir, PORT: '0', DESKHAND_API_TOKEN: TOKEN, DESKHAND_RATE_LIMIT: 'off' }
  const server = await startServer({ ...env, DESKHAND_SECRET: RIGHT })
  const api = makeClient(server.base_url, { authorization })
  assert.equal((await api.post('/api/v2/targets', { target: TARGET })).status, 201)
  const listMigrations = async () =>
    (await queryDatabase<{ name: string }>(data_dir, 'select name from schema_migrations order by name')).map(({ name }) => name)
  // the request log creates partitions of its table while the server runs
  const listTables = () =>
    queryDatabase(
      data_dir,
      `select relname, oid from pg_class where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace
        and relname not like 'request_log_from%' order by 1`,
    )
  const refuse = async (sentence: RegExp) => {
    const before = [await listMigrations(), await listTables()]
    for (const DESKHAND_SECRET of [WRONG, '']) {
      const newer = spawnServer({ ...env, DESKHAND_SECRET })
      assert.equal(await newer.ended, 1, newer.output())
      assert.match(newer.output(), DESKHAND_SECRET === '' ? /Deskhand cannot start: there is no secret/ : sentence)
      const listed = await runCommand(['instance', 'list'], { ...env, DESKHAND_SECRET })
      assert.notEqual(listed.code, 0)
      assert.match(listed.error, DESKHAND_SECRET === '' ? /there is no secret/ : sentence)
    }
    assert.deepEqual([await listMigrations(), await listTables()], before)
  }
  // simulates a version that is newer by one migration, whatever that migration is
  const newest = (await migrationNames()).at(-1) ?? assert.fail('no migrations')
  await queryDatabase(data_dir, `delete from schema_migrations where name = '${newest}'`)
  await refuse(/the secret here \(fingerprint [0-9a-f]{32}\) is not that of the database/)
  await queryDatabase(data_dir, `insert into schema_migrations values ('${newest}', now())`)
  // simulates a database from before the fingerprint was stored
  await queryDatabase(data_dir, `drop table installation; delete from schema_migrations where name = '${INSTALLATION}'`)
  await refuse(/the secret here opens none of the sealed values/)
  assert.ok(!(await listMigrations()).includes(INSTALLATION))
  const newer = await startServer({ ...env, DESKHAND_SECRET: RIGHT })
  assert.deepEqual(await listMigrations(), await migrationNames())
  for (const one of [newer, server]) assert.equal(await one.end('SIGTERM'), 0, one.output())
  leavesNothing(data_dir)
})
