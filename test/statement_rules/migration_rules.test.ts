/** Migrations that are newer than the rules keep them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrationNames, migrationText } from '#db/setup/migrate.ts'
import { TENANT_TABLES } from '#db/tables.ts'
import { checkMigration } from './migration_rules.ts'

/** The last migration that was written before the rules. */
const BEFORE = '0066_agents_and_addresses.sql'

const REFERENCE = 'foreign key (account_id, group_id) references groups (account_id, id)'
const CASES: readonly (readonly [fault: RegExp, refused: string, mended: string])[] = [
  [
    /create table references groups/,
    `create table shifts (account_id bigint, group_id bigint, ${REFERENCE})`,
    `create table shifts (account_id bigint references accounts (id), group_id bigint); alter table shifts add ${REFERENCE}`,
  ],
  [
    /add constraint stands beside another/,
    `alter table shifts add column group_id bigint, add ${REFERENCE}`,
    `alter table shifts add column group_id bigint, add column note text; alter table shifts add ${REFERENCE}`,
  ],
  [
    /add column has a reference/,
    'alter table shifts add column owner_account_id bigint references accounts (id)',
    'alter table shifts add column owner_account_id bigint',
  ],
  [/ON UPDATE/, `alter table shifts add ${REFERENCE} on update cascade`, `alter table shifts add ${REFERENCE} on delete cascade`],
  [/ON UPDATE/, `alter table shifts add ${REFERENCE} on update set null`, `alter table shifts add ${REFERENCE}`],
  [
    /ON DELETE SET NULL/,
    `alter table shifts add ${REFERENCE} on delete set null`,
    `alter table shifts add ${REFERENCE} on delete restrict`,
  ],
  [
    /has a trigger/,
    'create trigger t before update on shifts for each row execute function f()',
    "create function f() returns integer language sql as 'select 1'",
  ],
  [/UNLOGGED/, 'create unlogged table shifts (account_id bigint)', 'create table shifts (account_id bigint)'],
  [/UNLOGGED/, 'alter table shifts set unlogged', 'alter table shifts set logged'],
]
for (const [fault, refused, mended] of CASES) {
  test(`a migration is refused with ${refused}`, () => {
    assert.match(checkMigration(refused, TENANT_TABLES).join(), fault)
    assert.deepEqual(checkMigration(mended, TENANT_TABLES), [])
  })
}

test('every migration since keeps the rules, and those before show that they are found', async () => {
  const faults: string[] = []
  let earlier = 0
  for (const name of await migrationNames()) {
    const found = checkMigration(await migrationText(name), TENANT_TABLES)
    if (name > BEFORE) faults.push(...found.map((fault) => `${name}: ${fault}`))
    else earlier += found.length
  }
  assert.deepEqual(faults, [])
  assert.ok(earlier > 50, `only ${earlier} in earlier migrations`)
})
