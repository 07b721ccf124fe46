/** Each rule refuses a statement and passes its mended form; no statement of the server breaks a rule that it is not excepted from. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { compileSql, listHandWrittenStatements } from '#db/builder.ts'
import { TENANT_TABLES } from '#db/tables.ts'
import { ROOT } from '#lib/root.ts'
import { type TestDatabase, testDatabase } from '../database.ts'
import { listFixedStatements } from '../fixed_statements.ts'
import { type Catalogue, readCatalogue } from './catalogue.ts'
import { describeViolations, findViolations } from './check.ts'
import { collapseBlanks } from './definition.ts'
import { EXCEPTIONS } from './exceptions.ts'
import { checkText, type Rule } from './rules.ts'

let scratch: TestDatabase
let catalogue: Catalogue
before(async () => {
  await listFixedStatements()
  scratch = await testDatabase()
  catalogue = await readCatalogue(scratch.database, TENANT_TABLES)
})
after(() => scratch.close())

const rulesOf = (text: string): readonly Rule[] => [...new Set(checkText(text, catalogue).map(({ rule }) => rule))]

const MENDED: readonly (readonly [rule: Rule, refused: string, mended: string])[] = [
  ['R1', 'select id from tickets where id = $1', 'select id from tickets where account_id = $2 and id = $1'],
  ['R1', 'select id from tickets where account_id = $1 or id = 1', 'select id from tickets where account_id = $1 and (id = 1 or id = 2)'],
  ['R1', 'select id from tickets where account_id = any($1::bigint[])', 'select id from tickets where account_id = $1::bigint'],
  ['R1', 'select id from tickets where not account_id = $1', 'select id from tickets where $1 = account_id'],
  [
    'R1',
    'select t.id from tickets t where t.account_id = t.account_id',
    'select t.id from tickets t where (t.account_id, t.id) = ($1, $2)',
  ],
  ['R1', 'select account_id from public.groups', 'select id from public.groups where account_id = $1'],
  [
    'R1',
    'select t.id from tickets t join users u on u.id = t.requester_id where t.account_id = $1',
    'select t.id from tickets t join users u on u.account_id = t.account_id and u.id = t.requester_id where t.account_id = $1',
  ],
  [
    'R1',
    'select t.id from tickets t, users u where t.account_id = $1 and u.id = $2',
    'select t.id from tickets t join users u using (account_id) where t.account_id = $1',
  ],
  [
    'R1',
    'select u.id from users u left join access_people p on p.account_id = u.account_id and u.account_id = $1',
    'select u.id from users u left join access_people p on p.account_id = u.account_id where u.account_id = $1',
  ],
  [
    'R1',
    'select u.id from users u left join access_people p on p.account_id = $1 and p.account_id = u.account_id',
    'select u.id from users u right join access_people p on u.account_id = p.account_id where p.account_id = $1',
  ],
  [
    'R1',
    'select u.id from users u full join access_people p using (account_id) where p.account_id = $1',
    'select u.id from users u left join access_people p using (account_id) where u.account_id = $1',
  ],
  [
    'R1',
    'select (select max(c.id) from ticket_comments c where c.account_id = t.account_id) from tickets t where t.account_id = $1',
    'select (select max(c.id) from ticket_comments c where c.account_id = $1) from tickets t where t.account_id = $1',
  ],
  [
    'R1',
    'select 1 from tickets t cross join lateral (select 1 from users u where u.account_id = t.account_id) as x where t.account_id = $1',
    'select 1 from tickets t cross join lateral (select 1 from users u where u.account_id = $1) as x where t.account_id = $1',
  ],
  [
    'R1',
    'select id from tickets where account_id = $1 union all select id from tickets',
    'select id from tickets where account_id = $1 union all select id from tickets where account_id = $1',
  ],
  [
    'R1',
    'with tickets as (select id from tickets) select id from tickets',
    'with gone as (select id from tickets where account_id = $1) select id from gone',
  ],
  ['R1', 'insert into groups (id, name) values ($1, $2)', 'insert into groups (account_id, name) values ($1, $2), ($1, $3)'],
  [
    'R1',
    'insert into groups (account_id, name) select x.account_id, $2 from unnest($1::bigint[]) as x (account_id)',
    'insert into groups (account_id, name) select g.account_id, $2 from groups g where g.account_id = $1',
  ],
  ['R1', 'update groups set name = $1 where id = $2', 'update groups set name = $1 where account_id = $3 and id = $2'],
  [
    'R1',
    'delete from tickets using users u where u.account_id = $1',
    'delete from tickets t using users u where u.account_id = $1 and t.account_id = u.account_id',
  ],
  [
    'R1',
    'merge into groups g using users u on g.account_id = $1 and u.account_id = $1 when matched then delete',
    'delete from groups g using users u where g.account_id = $1 and u.account_id = $1',
  ],
  [
    'R2',
    'with recursive n as (select 1 as i union all select i + 1 from n where i < 3) insert into groups (account_id, name) select $1, i::text from n',
    'insert into groups (account_id, name) select $1, i::text from generate_series(1, 3) as n (i)',
  ],
  [
    'R3',
    'with made as (insert into groups (account_id, name) values ($1, $2) returning id) select id from made',
    'insert into groups (account_id, name) values ($1, $2) returning id',
  ],
  ['R4', 'update groups set id = nextval($2) where account_id = $1', 'update groups set id = $2 where account_id = $1'],
  [
    'R4',
    "update groups set deleted = true where account_id = $1 and updated_at < now() - interval '1 day' and updated_at - interval '1 day' < $2",
    "update groups set deleted = true where account_id = $1 and updated_at < now() - interval '1 day'",
  ],
  [
    'R4',
    "update groups set description = jsonb_build_object('name', name)::text where account_id = $1",
    "update groups set description = jsonb_set('{}', '{name}', '1')::text || lower(name) where account_id = $1",
  ],
  ['R4', 'update groups set name = updated_at::text where account_id = $1', 'update groups set name = id::text where account_id = $1'],
  [
    'R4',
    'update groups g set updated_at = x.at::timestamptz from unnest($2::text[]) as x (at) where g.account_id = $1',
    'update groups g set updated_at = x.at from unnest($2::timestamptz[]) as x (at) where g.account_id = $1',
  ],
  [
    'R4',
    'insert into groups (account_id, id, name) values ($1, $2, $3) on conflict (account_id, id) do update set updated_at = now()',
    'insert into groups (account_id, id, name) values ($1, $2, $3) on conflict (account_id, id) do update set updated_at = excluded.updated_at',
  ],
  ['R4', 'delete from groups where account_id = $1 and id < random()', 'delete from groups where account_id = $1 and id < abs(id)'],
  [
    'R5',
    'insert into groups (account_id, name) values ($1, $2) returning id, (select count(*) from users where account_id = $1)',
    'insert into groups (account_id, name) values ($1, $2) returning id, 0 as users',
  ],
  [
    'R10',
    'insert into groups as g (account_id, name) select $1, u.name from users u where u.account_id = $1 on conflict (account_id, id) do update set name = excluded.name where g.account_id = $1',
    'insert into groups (account_id, name) values ($1, $2) on conflict (account_id, id) do update set name = $2',
  ],
  ['R7', "select ticket_id from tickets_with_words($1, 'a') as ticket_id", "select to_tsquery('simple', 'a')"],
  ['R8', 'select 1 from graphile_worker.jobs j, tickets t where t.account_id = $1', 'select 1 from graphile_worker.jobs j, accounts a'],
  ['R8', "select graphile_worker.add_job('x') from tickets where account_id = $1", "select graphile_worker.add_job('x') from accounts"],
]
for (const [rule, refused, mended] of MENDED) {
  test(`${rule} refuses ${refused}`, () => {
    assert.ok(rulesOf(refused).includes(rule), rulesOf(refused).join())
    assert.deepEqual(rulesOf(mended), [], mended)
  })
}

test('R6 refuses EXISTS for each row of a function, and passes it under a table with a row for each account', () => {
  const exists = 'exists (select 1 from tickets d where d.account_id = c.account_id)'
  assert.deepEqual(rulesOf(`select 1 from unnest($1::bigint[]) as c (account_id) where ${exists}`), ['R6', 'R1'])
  assert.deepEqual(rulesOf(`select 1 from ticket_counters c where c.account_id = $1 and ${exists}`), ['R1'])
  assert.deepEqual(
    rulesOf('select 1 from unnest($1::bigint[]) as c (id) where exists (select 1 from tickets d where d.account_id = $2)'),
    [],
  )
  const byId = 'from unnest($1::bigint[]) as c (id) where exists (select 1 from tickets d where d.account_id = $2 and d.id = c.id)'
  assert.deepEqual(rulesOf(`select c.id ${byId}`), [])
  assert.deepEqual(rulesOf(`insert into skips (account_id, ticket_id) select $2, c.id ${byId}`), ['R6'])
})

test('a statement that breaks a rule is refused each time, with its rule and its file', async () => {
  const text = 'select f.user_id, f.secret_cipher, f.confirmed_at from second_factors f'
  const message = /^A statement of test\/statement_rules\/rules\.test\.ts [^]*R1 \(each tenant [^]*second_factors \(f\) is not tied/
  for (const _ of [1, 2]) await assert.rejects(scratch.database.all(compileSql(sql.raw(text))), { message })
})

test('no hand-written statement breaks a rule that it is not excepted from', () => {
  const texts = [...listHandWrittenStatements()]
  assert.ok(texts.length > 800, `only ${texts.length} statements`)
  const faults = texts.flatMap((text) => {
    const violations = findViolations(text, catalogue)
    return violations.length === 0 ? [] : [describeViolations(text, violations)]
  })
  assert.deepEqual(faults, [])
})

test('each exception is needed, and stands where it says', () => {
  const broken = [...listHandWrittenStatements()].map((text) => ({ text: collapseBlanks(text), rules: rulesOf(text) }))
  const isBroken = (part: string, rule: Rule) => broken.some(({ text, rules }) => text.includes(part) && rules.includes(rule))
  const faults = EXCEPTIONS.flatMap(({ rules, file, part }) => {
    const unneeded = rules.filter((rule) => !isBroken(part, rule))
    return [
      ...(collapseBlanks(readFileSync(join(ROOT, file), 'utf8')).includes(part) ? [] : [`${file} has no "${part}"`]),
      ...unneeded.map((rule) => `no statement with "${part}" breaks ${rule}`),
    ]
  })
  assert.deepEqual(faults, [])
})
