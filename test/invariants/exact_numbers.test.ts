/**
 * Invariant: no number loses digits on its way into the database. Each member that takes text, and each free-form member, is sent numbers
 * that JavaScript would write with other digits: they are stored as sent, or the request is refused.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { TENANT_TABLES } from '#db/tables.ts'
import type { AnyRoute } from '#http/route.ts'
import { allRoutes } from '#app/routes.ts'
import { useApp } from '../app.ts'
import { basicToken, putSettings } from '../instances.ts'
import { rawRequest } from '../raw_http.ts'
import { drawSample } from '../sweep.ts'
import { bodyInputs, fillPath, type InputField, kindOf } from './input_fields.ts'
import { firstInstance, type IdsByTable, newestIdsOf, populate } from './populate.ts'

/** JavaScript has 7123456789012346000 for it. */
const LONG = '7123456789012345679'
const ROUNDED = '7123456789012346'
/** JavaScript writes 71.23. */
const DECIMAL = '71.230'
const MARK = '"@number@"'

const app = await useApp({ DESKHAND_LOG_LEVEL: 'silent' })
const headers = { ...basicToken(app.admin.email, app.admin.token), 'content-type': 'application/json' }
const routes = allRoutes.filter((route) => route.body !== undefined && route.files !== 'body')
let ids: IdsByTable = new Map()

before(async () => {
  await putSettings(app, 1, { rate_limit: { plan: 'unlimited', endpoints: false } })
  await populate(app, firstInstance(app), 'Exact')
  ids = await newestIdsOf(app, 1)
})

const pathOf = (route: AnyRoute) => fillPath(route, ({ table }) => (table === null ? 1 : (ids.get(table)?.at(-1) ?? 1)))
/** Members that take a text, but are answered as the number it says. */
const AMOUNTS = new Set(['asset.purchase_cost'])
const isText = ({ shape }: InputField) => kindOf(shape) === 'string'
const isFree = ({ shape }: InputField) =>
  shape.anyOf === undefined && (kindOf(shape) === 'any' || (kindOf(shape) === 'object' && shape.properties === undefined))

/** Sends a number to each of these places. Returns the faults seen in answers, and how many were accepted. */
async function sendTo(isMeant: (place: InputField) => boolean, literal: string, wrong: RegExp) {
  const all = routes.flatMap((route) =>
    bodyInputs(route)
      .filter(isMeant)
      .map((place) => ({ route, place })),
  )
  assert.ok(all.length > 20)
  const faults: string[] = []
  let accepted = 0
  for (const { route, place } of drawSample(`exact ${literal}`, all)) {
    const value = kindOf(place.shape) === 'object' ? { number: '@number@', list: ['@number@'] } : '@number@'
    const body = JSON.stringify(place.with(value)).replaceAll(MARK, literal)
    const { status, text } = await rawRequest(app.base_url, { method: route.method, path: pathOf(route), headers, body })
    if (status < 300) accepted += 1
    if (status >= 500 || (status < 300 && wrong.test(text)))
      faults.push(`${route.method} ${route.path} ${place.name}: ${status} ${text.slice(0, 300)}`)
  }
  return { faults, accepted }
}

/** The tables that hold a text like this. */
async function tablesWith(pattern: string): Promise<string[]> {
  const found: string[] = []
  for (const table of TENANT_TABLES) {
    const [row] = await app.database.database.driver.unsafe(`select count(*)::int as many from ${table} t where t::text ~ $1`, [pattern])
    if (row?.many > 0) found.push(table)
  }
  return found
}

test('a long number in a member that takes text is stored with its digits', async () => {
  const { faults, accepted } = await sendTo(isText, LONG, new RegExp(ROUNDED))
  assert.deepEqual(faults, [])
  assert.ok(accepted > 3, `only ${accepted} were accepted`)
  assert.deepEqual(await tablesWith(ROUNDED), [])
  assert.ok((await tablesWith(LONG)).length > 1)
})

test('a decimal number in a member that takes text is stored as it was written', async () => {
  const { faults, accepted } = await sendTo((place) => isText(place) && !AMOUNTS.has(place.name), DECIMAL, /71\.23(?!0)/)
  assert.deepEqual(faults, [])
  assert.ok(accepted > 3, `only ${accepted} were accepted`)
  assert.deepEqual(await tablesWith('71[.]23([^0]|$)'), [])
})

test('a long number in a free-form member keeps its digits or is refused', async () => {
  const { faults } = await sendTo(isFree, LONG, new RegExp(ROUNDED))
  assert.deepEqual(faults, [])
  assert.deepEqual(await tablesWith(ROUNDED), [])
})
