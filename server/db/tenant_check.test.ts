import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tenantCheck } from './tenant_check.ts'

const check = tenantCheck(new Set(['tickets', 'users', 'groups']))

const allowed: readonly string[] = [
  'select 1',
  'select id from accounts where id = $1',
  'select id from tickets where account_id = $1',
  'select id from "tickets" where "account_id" = $1',
  'select tickets.id from tickets where tickets.account_id = $1',
  'SELECT t.id FROM tickets AS t WHERE t.account_id = $1',
  'select t.id from tickets t join users u on u.account_id = t.account_id and u.id = t.requester_id where t.account_id = $1',
  'select t.id from tickets t, users u where t.account_id = $1 and u.account_id = $1',
  'insert into tickets (account_id, id) values ($1, $2)',
  'update tickets set status = $2 where account_id = $1',
  'update tickets t set status = $2 from users u where t.account_id = $1 and u.account_id = $1',
  'delete from tickets where account_id = $1 returning id',
  'select id from tickets_archive where id = $1',
  'with found as (select id from tickets where account_id = $1) select f.id from found f',
  'select id from tickets where account_id = $1 for update skip locked',
  'select t.id from tickets t full join users u on u.account_id = t.account_id where t.account_id = $1',
  'select account_id, id from tickets having count(*) > 0',
]
for (const text of allowed) {
  test(`${text} passes`, () => {
    check(text)
  })
}

const refused: readonly [text: string, table: RegExp][] = [
  ['select id from tickets where id = $1', /table tickets names no account_id/],
  ['select id from tickets', /table tickets/],
  ['SELECT id FROM "tickets" WHERE id = $1', /table tickets/],
  ['select t.id from tickets t where t.id = $1', /table tickets \(t\)/],
  ['select t.id from tickets t where account_id = $1', /table tickets \(t\)/],
  ['select t.id from tickets t join users u on u.id = t.requester_id where t.account_id = $1', /table users \(u\)/],
  ['select t.id from tickets t, users u where t.account_id = $1 and u.id = $2', /table users \(u\)/],
  ['select id from tickets,\n  users where tickets.account_id = $1', /table users names/],
  ['select id from tickets where users.account_id = $1', /table tickets/],
  ['insert into users (id, name) values ($1, $2)', /table users/],
  ['update only groups set name = $1 where id = $2', /table groups/],
  ['delete from tickets using users u where u.account_id = $1', /table tickets/],
  ['select my_account_id from groups', /table groups/],
]
for (const [text, table] of refused) {
  test(`${text} is refused`, () => {
    assert.throws(() => check(text), { message: table })
    // a refused text is not cached as valid
    assert.throws(() => check(text), { message: table })
  })
}
