/**
 * Invariant: a list below a record reports errors in its paging parameters, whether or not that record exists, and no promise started
 * meanwhile is left without a handler: an unhandled rejection would end the process for all accounts.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { AnyRoute } from '#http/route.ts'
import type { Shape } from '#http/read_input.ts'
import { allRoutes } from '#app/routes.ts'
import { useApp } from '../app.ts'
import { basicToken } from '../instances.ts'
import { rawRequest } from '../raw_http.ts'
import { fillPath, pathInputs } from './input_fields.ts'
import { firstInstance, type IdsByTable, newestIdsOf, populate } from './populate.ts'

const ODD = [
  'page=x',
  'page[size]=x',
  'page[size]=0',
  'page[after]=x',
  'page[before]=x',
  'per_page=x',
  'sort=x&page[size]=1',
  'sort_by=x',
  'include=x,constructor',
]
const MISSING = 999_999_999

const app = await useApp({ DESKHAND_LOG_LEVEL: 'silent' })
const unhandled: string[] = []
process.on('unhandledRejection', (reason) => unhandled.push(String(reason)))

const isList = ({ query }: AnyRoute) => (query as Shape | undefined)?.properties?.page !== undefined
const lists = allRoutes.filter(
  (route) => route.method === 'GET' && pathInputs(route).length > 0 && (isList(route) || route.path.endsWith('/count')),
)
const headers = basicToken(app.admin.email, app.admin.token)
let ids: IdsByTable = new Map()

before(async () => {
  await populate(app, firstInstance(app), 'Paged')
  ids = await newestIdsOf(app, 1)
})

test('routes below records exist', () => assert.ok(lists.length > 30, String(lists.length)))

for (const [what, idOf] of [
  ['a record that is there', (table: string | null) => (table === null ? 1 : (ids.get(table)?.at(-1) ?? 1))],
  ['a record that is not there', () => MISSING],
] as const)
  test(`odd paging below ${what}`, async () => {
    const faults: string[] = []
    for (const route of lists)
      for (const query of ODD) {
        const path = `${fillPath(route, ({ table }) => idOf(table))}?${query}`
        const { status } = await rawRequest(app.base_url, { path, headers })
        if (status !== 200 && (status < 400 || status >= 500)) faults.push(`${status} ${path}`)
        if (unhandled.length > 0) faults.push(`${path} left ${unhandled.splice(0).join()}`)
      }
    assert.deepEqual(faults, [])
  })

test('no promise was rejected without a handler', async () => {
  assert.equal((await app.api.get('/api/v2/users/me')).status, 200)
  assert.deepEqual(unhandled, [])
})
