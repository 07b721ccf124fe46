/** `deskhand database distribute`, on the imitation of Citus; and what it refuses. Takes some 12 s of processor time: it starts commands. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { dumpSchema } from '#db/dump.ts'
import { TENANT_TABLES } from '#db/tables.ts'
import { ROOT } from '#lib/root.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { makeCommandVariables, type Ran, runCommand } from '../command.ts'
import { countRows, installStub, withStub } from './stub.ts'

const SNAPSHOT = join(ROOT, 'migrations/distribution.sql')

// own: the whole database is distributed, and its process stops before
let app: TestApp
before(async () => {
  app = await startTestApp({}, { own: true })
})
after(() => app.stop())

const distribute = (...args: readonly string[]): Promise<Ran> => runCommand(['database', 'distribute', ...args], makeCommandVariables(app))
const readSchema = () => dumpSchema(app.database.database)
const selectParts = () =>
  withStub(app.database.address, async ({ driver }) => {
    const rows = await driver<{ name: string; place: string }[]>`
      select logicalrelid::text as name, citus_stub.place_of(logicalrelid) as place from pg_dist_partition order by 1`
    return new Map(rows.map(({ name, place }) => [name, place]))
  })
const selectCalls = () =>
  withStub(app.database.address, async ({ driver }) => {
    const rows = await driver<{ name: string; relation: string }[]>`select name, relation from citus_stub.calls order by place`
    return rows.map(({ name, relation }) => `${name} ${relation}`)
  })

async function expectRefusal(why: RegExp, ...args: readonly string[]): Promise<void> {
  const { code, out, error } = await distribute(...args)
  assert.deepEqual([code, out], [1, ''], error)
  assert.match(error, why)
  assert.equal(error.trimEnd().split('\n').length, 1, error)
}

test('the checked-in SQL has each tenant table once, and drops and adds each foreign key', async () => {
  const text = await readFile(SNAPSHOT, 'utf8')
  const findAll = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found)
  const distributed = findAll(/create_distributed_table\('(\w+)', 'account_id', /g)
  assert.deepEqual([...distributed].sort(), [...TENANT_TABLES].sort())
  assert.equal(distributed[0], 'tickets')
  assert.deepEqual(findAll(/create_reference_table\('(\w+)'\)/g), ['accounts'])
  const added = findAll(/^alter table (\w+ add constraint .*);$/gm)
  const rows = await app.database.database.driver<{ text: string }[]>`
    select conrelid::regclass || ' add constraint ' || conname || ' ' || pg_get_constraintdef(oid) as text from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace`
  assert.ok(added.length > 150, String(added.length))
  assert.deepEqual([...added].sort(), rows.map((row) => row.text).sort())
  assert.equal(findAll(/^alter table \w+ drop constraint (\w+);$/gm).length, added.length)
  assert.deepEqual(findAll(/^alter table (\w+) set logged;$/gm), ['rate_limits'])
})

test('without Citus it is refused, and says by which SQL it would distribute; a number of shards out of bounds is refused', async () => {
  await expectRefusal(/^The database has no Citus\. Install the extension on every node, /)
  for (const shards of ['0', '257', '1.5', '-1', '1e2', ''])
    await expectRefusal(/^--shards must be a whole number from 1 to 256, not "/, `--shards=${shards}`, '--dry-run')
  const { code, out, error } = await distribute('--dry-run')
  assert.deepEqual([code, error], [0, ''])
  assert.equal(out, await readFile(SNAPSHOT, 'utf8'))
  const { out: most } = await distribute('--dry-run', '--shards=256')
  assert.match(most, /'tickets', 'account_id', shard_count => 256\);/)
})

test('while a process of Deskhand is connected it is refused, and so it is without a node', async () => {
  await installStub(app.database.database)
  await expectRefusal(/^Deskhand runs on this database \(connected listeners: 1, workers: [1-9]\d*\)\. Stop all its processes/)
  await withStub(app.database.address, ({ driver }) => driver`update pg_dist_node set shouldhaveshards = false`)
  await expectRefusal(/^Citus has no node that takes shards\. Add one with citus_add_node/)
  await withStub(app.database.address, ({ driver }) => driver`update pg_dist_node set shouldhaveshards = true`)
  assert.deepEqual(await selectCalls(), [])
  await app.running.stop()
})

test('a foreign key of a table that is not ours, a table of ours that is missing and one that is distributed otherwise are refused', async () => {
  const { driver } = app.database.database
  const refuse = async (make: string, why: RegExp, undo: string) => {
    await driver.unsafe(make)
    await expectRefusal(why)
    await driver.unsafe(undo)
  }
  await refuse(
    'create table notes (id bigint, foreign key (id) references accounts (id))',
    /^The foreign key notes_id_fkey of notes refers to accounts, and one of the two has no account_id\. Drop it/,
    'drop table notes',
  )
  await refuse('create table notes (account_id bigint)', /^The tables notes are not those of this version/, 'drop table notes')
  await refuse(
    "insert into schema_migrations values ('9999_later.sql', now())",
    /^The schema of the database is not that of this version/,
    "delete from schema_migrations where name = '9999_later.sql'",
  )
  await refuse(
    "insert into citus_stub.pg_dist_partition values ('skips', 'h', 'id', 7, 's')",
    /^Citus has the table skips, but not as Deskhand distributes it: by account_id/,
    'delete from citus_stub.pg_dist_partition',
  )
})

test('what fails on a node is said with the statement, and leaves the database as it was', async () => {
  const { driver } = app.database.database
  const schema = await readSchema()
  const [row] = await driver<{ text: string }[]>`select pg_get_functiondef('citus_stub.create_reference_table'::regproc) as text`
  await driver`create or replace function citus_stub.create_reference_table(table_name regclass) returns void language plpgsql as $$
    begin raise exception 'out of shared memory' using errcode = '53200'; end $$`
  const { code, error } = await distribute()
  assert.equal(code, 1)
  assert.equal(
    error,
    "Nothing was changed, because this failed: select create_reference_table('accounts'): out of shared memory. " +
      'Raise max_locks_per_transaction on every node, or take fewer shards.\n',
  )
  assert.deepEqual([await readSchema(), (await selectParts()).size], [schema, 0])
  await driver.unsafe(row?.text ?? '')
})

test('a dry run changes nothing, and its SQL distributes the database: no row is lost and each foreign key is as before', async () => {
  const { database } = app.database
  const schema = await readSchema()
  const rows = await countRows(database)
  const dry = await distribute('--dry-run', '--shards=8')
  assert.equal(dry.code, 0, dry.error)
  assert.deepEqual([await readSchema(), (await selectParts()).size], [schema, 0])

  const ran = await distribute('--shards=8')
  assert.deepEqual([ran.code, ran.error], [0, ''])
  assert.match(ran.out, new RegExp(`\nDistributed ${TENANT_TABLES.size + 1} tables\\. Start Deskhand again\\.\n$`))
  assert.equal(await readSchema(), schema)
  assert.deepEqual(await countRows(database), rows)
  assert.ok((rows.get('triggers') ?? 0) > 0, 'the tables have rows')
  const calls = await selectCalls()
  const names = ['tickets', ...[...TENANT_TABLES].filter((name) => name !== 'tickets').sort()]
  assert.deepEqual(
    calls.filter((call) => call.startsWith('create_')),
    ['create_reference_table accounts', ...names.map((name) => `create_distributed_table ${name}`)],
  )
  assert.equal(calls.length, 2 * (names.length + 1), 'the rows that have been copied are removed')
  const parts = await selectParts()
  assert.equal(parts.get('accounts'), 'reference')
  const partitions = [...parts].filter(([name]) => name.startsWith('request_log_from_'))
  assert.ok(partitions.length > 0, 'the calls of the start are logged')
  assert.ok(partitions.every(([, place]) => place === 'distributed'))
  assert.deepEqual(
    [...TENANT_TABLES].filter((name) => parts.get(name) !== 'distributed'),
    [],
  )
  assert.ok(![...parts.keys()].some((name) => /^(?:installation|schema_migrations|graphile_worker\..*)$/.test(name)))
  const [group] = await withStub(app.database.address, ({ driver }) => driver`select shards from citus_stub.groups_of_shards`)
  assert.equal(group?.shards, 8)
  const [statistics] = await database.driver`select last_analyze from pg_stat_user_tables where relname = 'tickets'`
  assert.ok(statistics?.last_analyze, 'the planner has statistics')
})

test('another run changes nothing, and a table that is local is distributed alone', async () => {
  const schema = await readSchema()
  const again = await distribute()
  assert.deepEqual([again.code, again.out], [0, 'All tables were distributed already.\n'], again.error)
  assert.equal((await distribute('--dry-run')).out, '-- All tables are distributed.\n')
  // as one that was made without Citus knowing of it
  await withStub(app.database.address, ({ driver }) => driver`delete from pg_dist_partition where logicalrelid = 'groups'::regclass`)
  await withStub(app.database.address, ({ driver }) => driver`delete from citus_stub.calls`)
  const later = await distribute()
  assert.match(later.out, /\nDistributed 1 tables\. Start Deskhand again\.\n$/, later.error)
  assert.deepEqual(await selectCalls(), ['create_distributed_table groups', 'truncate_local_data_after_distributing_table groups'])
  assert.equal(await readSchema(), schema)
})

test('what has changed in an instance of a distributed database cannot be found, and a second copy of it is refused', async () => {
  const exportTo = (file: string, ...args: readonly string[]) =>
    runCommand(['instance', 'export', 'main', join(app.config.data_dir, file), ...args], makeCommandVariables(app))
  const first = await exportTo('first.export')
  assert.equal(first.code, 0, first.error)
  const second = await exportTo('second.export', '--since', join(app.config.data_dir, 'first.export'))
  assert.equal(second.code, 1, second.out)
  assert.match(second.error, /^This database is distributed, and what has changed in it cannot be found/)
})
