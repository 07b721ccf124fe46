/** The migration to one form of each text that is compared, run on rows from before it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'
import { migrationText } from './migrate.ts'

const app = await useApp({}, { own: true }) // migrates the whole database
const { driver } = app.database.database
const make = makeWith(app.api)
const account = app.account_id
const DECOMPOSED = 'Cafe\u0301'
const COMPOSED = 'Caf\u00e9'

test('rows from before get the one form of their texts, except where another row has it', async () => {
  const plain = await make.organization()
  const padded = await make.organization()
  const other = await make.organization()
  const again = await make.organization()
  const rename = (id: number, name: string, external_id: string | null) =>
    driver`update organizations set name = ${name}, external_id = ${external_id} where account_id = ${account} and id = ${id}`
  await rename(plain.id, DECOMPOSED, 'O-1')
  await rename(padded.id, 'Padded', 'O-1 ')
  await rename(other.id, 'Other', ' O-2')
  await rename(again.id, 'Again', 'O-2\t')
  const user = await make.user({ email: 'before@example.org' })
  await driver`update users set name = ${DECOMPOSED}, external_id = 'U-1 ', tags = array[${DECOMPOSED}, ${COMPOSED}] where account_id = ${account} and id = ${user.id}`
  await driver`update users set email = ${'before@example.org\u200b'} where account_id = ${account} and id = ${user.id}`
  await driver`update user_identities set value = ${'before@example.org\u200b'} where account_id = ${account} and user_id = ${user.id}`
  const one = await make.user({ email: 'one@example.org' })
  const twin = await make.user({ email: 'twin@example.org' })
  await driver`update user_identities set value = ${'one@example.org\ufeff'} where account_id = ${account} and user_id = ${twin.id}`
  const ticket = await make.ticket()
  await driver`update tickets set external_id = ' T-1', tags = array[${DECOMPOSED}] where account_id = ${account} and id = ${ticket.id}`

  await driver.unsafe(await migrationText('0057_text_forms.sql'))

  const organizations =
    await driver`select name, external_id from organizations where account_id = ${account} and id = any(${[plain.id, padded.id, other.id, again.id]}) order by id`
  assert.deepEqual(
    organizations.map(({ name, external_id }) => [name, external_id]),
    [
      [COMPOSED, 'O-1'],
      ['Padded', 'O-1 '],
      ['Other', 'O-2'],
      ['Again', 'O-2\t'],
    ],
  )
  const users = await driver`select name, email, external_id, tags from users where account_id = ${account} and id = ${user.id}`
  assert.deepEqual([...users], [{ name: COMPOSED, email: 'before@example.org', external_id: 'U-1', tags: [COMPOSED] }])
  const addresses =
    await driver`select value from user_identities where account_id = ${account} and user_id = any(${[one.id, twin.id]}) order by id`
  assert.deepEqual(
    addresses.map(({ value }) => value),
    ['one@example.org', 'one@example.org\ufeff'],
  )
  const tickets = await driver`select external_id, tags from tickets where account_id = ${account} and id = ${ticket.id}`
  assert.deepEqual([...tickets], [{ external_id: 'T-1', tags: [COMPOSED] }])
})

test('a key loses the blanks around it and nothing else, and options of fields keep what was chosen of them', async () => {
  const keys = { dev: 'dev', v123: 'v123', v: 'v', ' v1\v': 'v1', '\u3000A1\u2003': 'A1', 'x\u00a0y': 'x\u00a0y', '\f\u2028': null }
  const made: { readonly id: number; readonly wanted: string | null }[] = []
  for (const [key, wanted] of Object.entries(keys)) {
    const { id } = await make.ticket()
    await driver`update tickets set external_id = ${key} where account_id = ${account} and id = ${id}`
    made.push({ id, wanted })
  }
  const field = { type: 'tagger', title: 'Place', custom_field_options: [{ name: 'Café', value: 'place' }] }
  const { ticket_field } = (await app.api.post('/api/v2/ticket_fields', { ticket_field: field })).body
  const chosen = await make.ticket({ custom_fields: [{ id: ticket_field.id, value: 'place' }] })
  const options = JSON.stringify([{ ...ticket_field.custom_field_options[0], name: DECOMPOSED, value: 'cafe\u0301', default: false }])
  await driver`update ticket_fields set options = ${options}::text::jsonb where account_id = ${account} and id = ${ticket_field.id}`
  const values = JSON.stringify({ [ticket_field.id]: 'cafe\u0301' })
  await driver`update tickets set custom_fields = ${values}::text::jsonb, tags = array[${'cafe\u0301'}] where account_id = ${account} and id = ${chosen.id}`

  await driver.unsafe(await migrationText('0057_text_forms.sql'))

  for (const { id, wanted } of made) {
    const [row] = await driver`select external_id from tickets where account_id = ${account} and id = ${id}`
    assert.equal(row?.external_id, wanted)
  }
  const [{ options: after } = { options: [] }] =
    await driver`select options from ticket_fields where account_id = ${account} and id = ${ticket_field.id}`
  assert.deepEqual(
    after.map(({ name, value }: { name: string; value: string }) => [name, value]),
    [[COMPOSED, 'caf\u00e9']],
  )
  const [row] = await driver`select custom_fields, tags from tickets where account_id = ${account} and id = ${chosen.id}`
  assert.deepEqual([row?.custom_fields, row?.tags], [{ [ticket_field.id]: 'caf\u00e9' }, ['caf\u00e9']])
})
