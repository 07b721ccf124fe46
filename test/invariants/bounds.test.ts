/**
 * Invariant: everything a caller sends has a limit. Each list of each body is refused with 20,000 items, each text with 300,000 characters
 * and each free-form member with too much of either, before it is used: nothing is stored, and no statement receives it.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { AnyRoute } from '#http/route.ts'
import type { Shape } from '#http/read_input.ts'
import { allRoutes } from '#app/routes.ts'
import { useApp } from '../app.ts'
import { basicToken, putSettings } from '../instances.ts'
import { rawRequest } from '../raw_http.ts'
import { drawSample } from '../sweep.ts'
import { bodyInputs, fillPath, kindOf, type InputField, queryInputs } from './input_fields.ts'
import { firstInstance, type IdsByTable, newestIdsOf, populate } from './populate.ts'

const MANY = 20_000
const LONG = 'x'.repeat(300_000)
/** The messages of a limit, unlike those of a wrong type. */
const BOUND = /is too long|cannot specify more than|must hold at most|Maximum 100|nested too deeply/
/** Refused earlier, because the wrapped members are missing. */
const UNWRAPPED = new Set([
  'POST /api/v2/tickets/:ticket_id/tags safe_update',
  'POST /api/v2/tickets/:ticket_id/side_conversations external_ids',
])

const app = await useApp({ DESKHAND_LOG_LEVEL: 'silent' })
const headers = { ...basicToken(app.admin.email, app.admin.token), 'content-type': 'application/json' }
// the body of an upload is the file itself
const routes = allRoutes.filter((route) => route.body !== undefined && route.files !== 'body')
let ids: IdsByTable = new Map()

before(async () => {
  await putSettings(app, 1, { rate_limit: { plan: 'unlimited', endpoints: false } })
  await populate(app, firstInstance(app), 'Bound')
  ids = await newestIdsOf(app, 1)
})

const pathOf = (route: AnyRoute) => fillPath(route, ({ table }) => (table === null ? 1 : (ids.get(table)?.at(-1) ?? 1)))

/** One valid item of a list. */
function itemOf(shape: Shape): unknown {
  const [first] = shape.items?.anyOf ?? [shape.items ?? {}]
  return { integer: 1, object: {}, array: [], boolean: true }[kindOf(first as Shape)] ?? 'x'
}

/** Sends too much to each of these places, eight at a time, and returns where it was accepted, or refused for another reason. */
async function findUnrefused(places: (route: AnyRoute) => readonly InputField[], value: (place: InputField) => unknown): Promise<string[]> {
  const faults: string[] = []
  const all = routes.flatMap((route) => places(route).map((place) => ({ route, place })))
  assert.ok(all.length > 10)
  const waiting = [...drawSample('places', all)]
  const runLane = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { route, place } = next
      const { method } = route
      const body = JSON.stringify(place.with(value(place)))
      const { status, text } = await rawRequest(app.base_url, { method, path: pathOf(route), headers, body })
      const what = `${method} ${route.path} ${place.name}`
      if (!UNWRAPPED.has(what) && (![400, 422].includes(status) || !BOUND.test(text)))
        faults.push(`${what}: ${status} ${text.slice(0, 300)}`)
    }
  }
  await Promise.all([runLane(), runLane(), runLane(), runLane()])
  return faults
}

const findInputsOf =
  (...kinds: string[]) =>
  (route: AnyRoute) =>
    bodyInputs(route).filter(({ shape }) => kinds.includes(kindOf(shape)) && shape.anyOf === undefined)
const findFreeInputs = (route: AnyRoute) =>
  bodyInputs(route).filter(
    ({ shape }) => shape.anyOf === undefined && (kindOf(shape) === 'any' || (kindOf(shape) === 'object' && shape.properties === undefined)),
  )
const isHash = ({ shape }: InputField) => kindOf(shape) === 'object'

test('a list of 20,000 items', async () => {
  assert.deepEqual(await findUnrefused(findInputsOf('array'), ({ shape }) => Array.from({ length: MANY }, () => itemOf(shape))), [])
})

test('a text of 300,000 characters', async () => {
  assert.deepEqual(await findUnrefused(findInputsOf('string'), () => LONG), [])
})

test('a free-form member with 20,000 values', async () => {
  const list = Array.from({ length: MANY }, (_none, index) => index)
  assert.deepEqual(
    await findUnrefused(findFreeInputs, (place) => (isHash(place) ? Object.fromEntries(list.map((index) => [`k${index}`, index])) : list)),
    [],
  )
})

test('a free-form member with a text of 300,000 characters, and one with megabytes of them', async () => {
  assert.deepEqual(await findUnrefused(findFreeInputs, (place) => (isHash(place) ? { a: { b: LONG } } : [{ id: LONG }])), [])
  const many = Array.from({ length: 60 }, () => 'x'.repeat(20_000))
  assert.deepEqual(await findUnrefused(findFreeInputs, (place) => (isHash(place) ? { many } : many)), [])
})

test('a free-form member nested too deeply', async () => {
  let deep: unknown = 1
  for (let depth = 0; depth < 100; depth += 1) deep = { a: [deep] }
  assert.deepEqual(await findUnrefused(findFreeInputs, () => deep), [])
})

const isSearch = (shape: Shape) => shape['x-most-words'] !== undefined
/** The members of a query or a body that statements search words or prefixes by. */
const findSearchInputs = (route: AnyRoute): readonly InputField[] =>
  [...queryInputs(route), ...bodyInputs(route)].filter(({ shape }) => isSearch(shape))

test('the text of a search has a limited length and number of words', async () => {
  const named = allRoutes.filter((route) => /\/(?:search|autocomplete|export)\b/.test(route.path) && !/audit_logs/.test(route.path))
  const lacking = named.filter(
    (route) => queryInputs(route).some(({ name }) => /^(?:query|name|text|phone)$/.test(name)) && findSearchInputs(route).length === 0,
  )
  assert.deepEqual(
    lacking.map((route) => route.path),
    [],
  )
  const all = allRoutes.flatMap((route) => findSearchInputs(route).map((place) => ({ route, place })))
  assert.ok(all.length >= 15)
  const faults: string[] = []
  for (const { route, place } of all)
    for (const [text, words] of [
      ['x'.repeat(9000), /is too long/],
      ['a b '.repeat(60).trim(), place.shape.maxLength === 255 ? /too many words/ : null],
      ['東'.repeat(1000), place.shape.maxLength === 255 ? /is too long/ : /too many words/],
    ] as const) {
      if (words === null) continue
      const inQuery = queryInputs(route).some(({ name }) => name === place.name)
      const path = `${pathOf(route)}${inQuery ? `?${place.name}=${encodeURIComponent(text)}` : ''}`
      const body = inQuery ? {} : { body: JSON.stringify(place.with(text)) }
      const answer = await rawRequest(app.base_url, { method: route.method, path, headers, ...body })
      if (answer.status !== 400 || !words.test(answer.text))
        faults.push(`${route.method} ${route.path} ${place.name}: ${answer.status} ${answer.text.slice(0, 200)}`)
    }
  assert.deepEqual(faults, [])
})
