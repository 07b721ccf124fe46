import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { basicToken, hostClient, putInstance } from '#test/instances.ts'
import { idsOf, populate } from '#test/invariants/populate.ts'
import { defineStatement } from '#db/builder.ts'
import { openDatabase } from '#db/client.ts'
import { openFiles } from '#files/files.ts'
import { AccountError, createAccount, dropAccount, type NewAccount } from './create.ts'

const app = await useApp({}, { own: true }) // names the first instance
const { database } = app.database
const files = openFiles(app.config)
const makeNewAccount = (subdomain: string, more: Partial<NewAccount> = {}): NewAccount => ({
  subdomain,
  name: `The ${subdomain}`,
  kind: 'development',
  deployment: 'commercial',
  is_default: false,
  settings: {},
  owner: { name: 'Olive', email: 'olive@example.com', password_hash: null },
  ...more,
})
const countAccounts = defineStatement<{ total: number }>('select count(*) as total from accounts where subdomain = $1')

test('an instance is made with eleven statements in one transaction', async (t) => {
  const statements: string[] = []
  const counted = openDatabase(app.database.address, { max: 1, check: (text) => statements.push(text) })
  try {
    await createAccount(counted, makeNewAccount('warm-up'), new Date())
    statements.length = 0
    const started = performance.now()
    await createAccount(counted, makeNewAccount('measured'), new Date())
    t.diagnostic(`an instance was made in ${(performance.now() - started).toFixed(1)} ms`)
    assert.equal(statements.length, 11, statements.join('\n'))
  } finally {
    await counted.close()
  }
})

test('an id that an imported instance has is passed over', async () => {
  const insertOther =
    defineStatement<unknown>(`insert into accounts (id, subdomain, name, kind, deployment, is_default, settings, created_at, updated_at)
    select last_value + n, 'imported' || n, 'Imported', 'development', 'commercial', false, '{}', $1, $1 from accounts_id_seq, generate_series(1, 2) n returning id`)
  const { id } = await createAccount(database, makeNewAccount('before'), new Date())
  await database.run(insertOther(new Date()))
  assert.equal((await createAccount(database, makeNewAccount('beyond'), new Date())).id, id + 3)
  await database.run(defineStatement<unknown>('delete from accounts where subdomain = any($1::text[])')(['imported1', 'imported2']))
})

test('a fresh instance has exactly an owner, a group, roles, a brand with an address, statuses, system fields, a form, rules and types of assets', async () => {
  const { id, owner_id } = await createAccount(database, makeNewAccount('fresh'), new Date())
  const counts = Object.fromEntries(
    [...(await idsOf(app, id))].map(([table, ids]) => [table, ids.length]).filter(([, count]) => count !== 0),
  )
  assert.deepEqual(counts, {
    access_people: 1,
    account_locks: 1,
    asset_statuses: 5,
    asset_types: 4,
    audit_chain_heads: 1,
    audit_logs: 1,
    automations: 3,
    brands: 1,
    custom_roles: 7,
    custom_statuses: 5,
    group_memberships: 1,
    groups: 1,
    macros: 4,
    recipient_addresses: 1,
    ticket_counters: 1,
    ticket_fields: 8,
    ticket_forms: 1,
    trigger_categories: 1,
    trigger_revisions: 9,
    triggers: 9,
    user_identities: 1,
    users: 1,
    views: 10,
  })
  const account = await database.first(
    defineStatement<Record<string, unknown>>('select owner_id, name, kind, settings from accounts where id = $1')(id),
  )
  assert.deepEqual(account, { owner_id, name: 'The fresh', kind: 'development', settings: {} })
})

test('a fresh instance works at once: its owner can read its records by name', async () => {
  const { api, owner_id } = await putInstance(app, { subdomain: 'works', name: 'Works' })
  const { user } = (await api.get(`/api/v2/users/${owner_id}`)).body
  assert.deepEqual([user.role, user.verified, user.email], ['admin', true, 'owner@works.example.com'])
  const { groups } = (await api.get('/api/v2/groups')).body
  assert.deepEqual(
    groups.map((group: any) => [group.name, group.default]),
    [['Support', true]],
  )
  assert.equal(user.default_group_id, groups[0].id)
  const { brands } = (await api.get('/api/v2/brands')).body
  assert.deepEqual(
    brands.map((brand: any) => [brand.name, brand.subdomain, brand.default]),
    [['Works', 'works', true]],
  )
  const { automations } = (await api.get('/api/v2/automations')).body
  assert.deepEqual(
    automations.map((automation: any) => automation.active),
    [true, false, false],
  )
  const { custom_statuses } = (await api.get('/api/v2/custom_statuses')).body
  assert.deepEqual(
    custom_statuses.map((status: any) => status.status_category),
    ['new', 'open', 'pending', 'hold', 'solved'],
  )
  assert.ok(custom_statuses.every((status: any) => status.default))
  const { ticket } = (await api.post('/api/v2/tickets', { ticket: { subject: 'First', comment: { body: 'Hello' } } })).body
  assert.deepEqual([ticket.id, ticket.brand_id], [1, brands[0].id])
})

test('a subdomain must be a valid and free DNS label, a host must be free; a refusal leaves nothing behind', async () => {
  for (const subdomain of ['', '-a', 'a-', 'A', 'a.b', 'a_b', 'a b', 'ä', 'x'.repeat(64)])
    await assert.rejects(
      createAccount(database, makeNewAccount(subdomain), new Date()),
      (error: unknown) => error instanceof AccountError && /cannot be a subdomain/.test(error.message),
    )
  for (const subdomain of ['a', '7', 'a-b', 'x'.repeat(63)]) await createAccount(database, makeNewAccount(subdomain), new Date())
  await assert.rejects(createAccount(database, makeNewAccount('a'), new Date()), new AccountError('The subdomain "a" is taken'))
  assert.equal((await database.first(countAccounts('a')))?.total, 1)
  for (const host of ['', 'https://a.example', 'a.example:80', 'Help.Example', 'a b', '.a', 'x'.repeat(254)])
    await assert.rejects(createAccount(database, makeNewAccount('hostless', { host }), new Date()), /cannot be a host/)
  await createAccount(database, makeNewAccount('hosted', { host: 'help.example.org' }), new Date())
  await assert.rejects(
    createAccount(database, makeNewAccount('too', { host: 'help.example.org' }), new Date()),
    new AccountError('The host "help.example.org" belongs to another instance'),
  )
  assert.equal((await database.first(countAccounts('too')))?.total, 0)
})

test('of several concurrent requests for one subdomain exactly one succeeds', async () => {
  const made = await Promise.allSettled(Array.from({ length: 6 }, () => createAccount(database, makeNewAccount('wanted'), new Date())))
  assert.equal(made.filter((one) => one.status === 'fulfilled').length, 1)
  for (const one of made) if (one.status === 'rejected') assert.ok(one.reason instanceof AccountError)
  assert.equal((await database.first(countAccounts('wanted')))?.total, 1)
})

test('a token given at the first start is audited as an exception and stored as a hash', async () => {
  const { id, token } = await putInstance(app)
  const [row] = await database.all(
    defineStatement<Record<string, unknown>>('select exception, reason, visible_token, token_hash from api_tokens where account_id = $1')(
      id,
    ),
  )
  assert.deepEqual(
    [row?.exception, row?.reason, row?.visible_token],
    ['bootstrap', 'Given to the first start by DESKHAND_API_TOKEN', `…${token.slice(-4)}`],
  )
  assert.ok(row !== undefined)
  assert.ok(!(row.token_hash as Buffer).includes(token))
  const [first, second] = await database.all(
    defineStatement<Record<string, unknown>>(
      'select position, action, source_type, change_description from audit_logs where account_id = $1 order by position',
    )(id),
  )
  assert.deepEqual([first?.position, first?.action, first?.source_type], [1, 'create', 'account'])
  assert.match(String(first?.change_description), /^Created as a development instance on the commercial deployment, owned by owner@/)
  assert.deepEqual([second?.position, second?.action, second?.source_type], [2, 'create', 'apitoken'])
  assert.match(String(second?.change_description), /^Bootstrap exception/)
})

test('dropping an instance leaves no row of it in any table, and does not change the others', async () => {
  const doomed = await putInstance(app, { subdomain: 'doomed' })
  const kept = await putInstance(app, { subdomain: 'kept' })
  await populate(app, doomed, 'Doomed')
  await populate(app, kept, 'Kept')
  const before = await idsOf(app, kept.id)
  const ofDoomed = () => readdir(join(app.config.data_dir, 'files', String(doomed.id)), { recursive: true, withFileTypes: true })
  assert.ok((await ofDoomed()).some((entry) => entry.isFile()))
  await dropAccount(database, files.remove, 'doomed')
  assert.ok(!(await ofDoomed()).some((entry) => entry.isFile()))
  assert.deepEqual(
    [...(await idsOf(app, doomed.id))].filter(([, ids]) => ids.length > 0),
    [],
  )
  assert.equal((await database.first(countAccounts('doomed')))?.total, 0)
  assert.deepEqual(await idsOf(app, kept.id), before)
  const answer = await hostClient(app.base_url, kept.host, basicToken(kept.email, kept.token)).get('/api/v2/tickets')
  assert.equal(answer.status, 200)
})

test('dropping an instance that does not exist is an error', async () => {
  await assert.rejects(dropAccount(database, files.remove, 'nowhere'), new AccountError('There is no instance "nowhere"'))
})
