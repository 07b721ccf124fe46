/**
 * Chooses an example for each operation from the exchanges that tests have recorded: `DESKHAND_RECORD_EXCHANGES=FOLDER npm test`, then
 * `node tools/deskhand.cjs examples FOLDER`. An existing example stays while it fits its operation, unless `--anew` is given.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureDefined } from '#lib/defined.ts'
import { isObject, parseOwn } from '#lib/json.ts'
import { ROOT } from '#lib/root.ts'
import { type Reading, readBody } from '#http/read_input.ts'
import type { AnyRoute } from '#http/route.ts'
import { type Example, EXAMPLES_FILE, readExamples } from '#modules/api_reference/openapi/examples.ts'
import { allRoutes } from '#app/routes.ts'
import { checkAnswer } from '#test/answers.ts'
import type { Exchange } from '#test/recording.ts'
import { reduceExchange, type Recorded } from './example_text.ts'

/** Refusals that follow from the route itself are not kept. */
const KEPT_REFUSALS = [400, 403, 404, 409, 410, 413, 415, 416, 422, 507]
const COMFORTABLE = { sent: 150, answered: 1200 }
/** Texts typical of tests for refusals and escaping, which no real client would send. */
const ODD = /x{6,}|<\w|\\u0000|lorem|\bfoo\b|zz|[^\x20-\x7e\\…]/i

/** Returns a function that finds the route of a concrete path. */
function routeFinder(routes: readonly AnyRoute[]): (method: string, path: string) => AnyRoute | undefined {
  const places = routes
    .map((route) => ({ route, places: route.path.split(':').length, pattern: patternOf(route) }))
    .sort((one, other) => one.places - other.places)
  return (method, path) => {
    const bare = ensureDefined(path.split('?', 1)[0])
      .replace(/\.json$/, '')
      .replace(/\/+$/, '')
    return places.find(({ route, pattern }) => route.method === method && pattern.test(bare))?.route
  }
}

const patternOf = ({ path }: AnyRoute) => new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`)

const keyOf = ({ method, path }: AnyRoute) => `${method} ${path}`
const find = routeFinder(allRoutes)

/** The ways in which an example does not fit its route: empty for a good one. */
export function exampleFaults(route: AnyRoute, { path = '', sent, answered }: Pick<Example, 'path' | 'sent' | 'answered'>): string[] {
  const key = keyOf(route)
  const found = find(route.method, path)
  if (found === undefined || keyOf(found) !== key)
    return [`${key}: ${path} is the path of ${found === undefined ? 'nothing' : keyOf(found)}`]
  try {
    const reading: Reading = { action: route.name, unknown: [] }
    if (route.body !== undefined && typeof sent === 'object') readBody(route.body, sent, reading)
    if (typeof answered === 'object') checkAnswer(route, answered)
    return reading.unknown.map((name) => `${key}: ${name} is not taken`)
  } catch (error) {
    return [`${key}: ${String(error)}`]
  }
}

/** How far an exchange is from a good example: lower is better. */
function measureDistance(route: AnyRoute, { path, sent, status, answered, is_file }: Recorded): number {
  const text = JSON.stringify(answered) ?? ''
  const sentText = JSON.stringify(sent) ?? ''
  const measureLength = (length: number, comfortable: number) => Math.abs(Math.log((length + 20) / comfortable))
  const lists = typeof answered === 'object' && answered !== null ? Object.values(answered).filter(Array.isArray) : []
  return (
    measureLength(text.length, COMFORTABLE.answered) +
    (route.body === undefined ? 0 : measureLength(sentText.length, COMFORTABLE.sent)) +
    (route.body !== undefined && typeof sent !== 'object' && is_file !== true ? 20 : 0) +
    (lists.length > 0 && lists.every((list) => list.length === 0) ? 8 : 0) +
    (ODD.test(sentText) ? 4 : 0) +
    (ODD.test(text) ? 3 : 0) +
    (text.length > 12_000 ? 6 : 0) +
    (status === 202 && route.answer !== undefined ? 3 : 0) +
    (/"[a-z]"/i.test(sentText) ? 2 : 0) +
    (/"(?:name|title|subject)":"[A-Z][^"]+ [^"]*"/.test(sentText + text) ? -0.5 : 0) +
    (path.split('?')[1]?.split('&').length ?? 0) * (route.method === 'GET' ? 0.4 : 2)
  )
}

async function exchangesIn(folder: string): Promise<Exchange[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).sort()
  const all: Exchange[] = []
  for (const file of files)
    for (const line of (await readFile(join(folder, file), 'utf8')).split('\n').filter(Boolean)) all.push(parseOwn<Exchange>(line))
  return all
}

/** Rewrites the examples from a folder of recordings; returns a report of the operations that still have none. */
export async function writeExamples(folder: string, anew: boolean): Promise<string> {
  const known = await readExamples()
  const best = new Map<string, { example: Recorded; distance: number }>()
  const refusals = new Map<string, Set<number>>()
  for (const exchange of await exchangesIn(folder)) {
    const route = find(exchange.method, exchange.path)
    if (route === undefined) continue
    const key = keyOf(route)
    if (exchange.status >= 400) {
      const isEndpoint = isObject(exchange.answered) && exchange.answered.error === 'InvalidEndpoint'
      if (KEPT_REFUSALS.includes(exchange.status) && !isEndpoint)
        refusals.set(key, (refusals.get(key) ?? new Set<number>()).add(exchange.status))
      continue
    }
    if (exchange.is_warned || exchange.status === 304 || exchange.status === 206) continue
    const example = reduceExchange(exchange)
    const far = exchange.is_preferred ? -1 : Math.max(0, measureDistance(route, example))
    if (far < (best.get(key)?.distance ?? Infinity)) best.set(key, { example, distance: far })
  }
  const examples = allRoutes.map((route): Example => {
    const operation = keyOf(route)
    const old = known.get(operation)
    const found = best.get(operation)?.example
    const isGood = old?.path !== undefined && exampleFaults(route, old).length === 0
    const chosen = isGood && !(anew && found !== undefined) ? old : (found ?? old)
    const { is_file: _, ...rest } = { is_file: undefined, ...chosen }
    const all = new Set([...(old?.refusals ?? []), ...(refusals.get(operation) ?? [])])
    return { ...rest, operation, refusals: [...all].sort((one, other) => one - other) }
  })
  const lines = examples.map(({ operation, ...rest }) => JSON.stringify({ operation, ...rest }))
  await writeFile(join(ROOT, EXAMPLES_FILE), `${lines.sort().join('\n')}\n`)
  const missing = examples.filter(({ path }) => path === undefined).map(({ operation }) => operation)
  return missing.length === 0 ? 'Every operation has an example.' : `Without an example:\n${missing.map((each) => `  ${each}`).join('\n')}`
}
