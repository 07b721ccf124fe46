// How the pages use the contract: no answer has an asserted type, no query a hand-made key, and no call an address of its own.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { test } from 'node:test'

const WEB = join(import.meta.dirname, '..')
/** The functions that give answers. */
const CALLS = 'call|callAll|callForLocation|callWith|query|queryAll|queryPages|composeQuery|bodyOf'

/** What is not allowed outside web/contract/, by what it is. */
const REFUSED: Readonly<Record<string, RegExp>> = {
  'a type argument for an answer': new RegExp(
    `\\b(?:${CALLS}|useQuery|useInfiniteQuery|getQueryData|setQueryData|fetchQuery)<(?!/)[^()]*>\\(`,
  ),
  'a hand-made query key': /\bqueryKey\??:|\bqueryKey\[|\b(?:invalidate|refetch|reset)Queries\(/,
  'the address of an endpoint': /['"`]\/(?:api|access)\//,
  'a request without the contract': /\bfetch\(|\bXMLHttpRequest\b/,
  'an input that is not checked': /\b(?:callWith|makeQuery|makeAddress|sendRequest)\b/,
}
/** The API reference is written about addresses, and sends calls as a program would. */
const MAY: Readonly<Record<string, RegExp>> = {
  'the address of an endpoint': /^apps\/reference\//,
  'a request without the contract': /^apps\/reference\//,
}
/** Where a type is asserted that the compiler cannot prove, with the reason beside it. */
const ASSERTING = ['apps/reference/Reference.tsx', 'contract/body.ts', 'contract/queries.ts']

const files = readdirSync(WEB, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((path) => !path.startsWith(join(WEB, 'dist')) && !path.includes('node_modules'))
  .map((path) => ({ path: relative(WEB, path).split(sep).join('/'), text: readFileSync(path, 'utf8') }))

/** The place behind the bracket that closes the one at `open`. */
function findEnd(text: string, open: number): number {
  let depth = 0
  for (let place = open; place < text.length; place += 1) {
    if (text[place] === '(') depth += 1
    if (text[place] === ')' && (depth -= 1) === 0) return place + 1
  }
  return text.length
}

/** Answers whose type is asserted: `call(…) as T`, `(await call(…)) as T`, `(await call(…)).tickets as T`. */
function findAsserted(text: string): string[] {
  return [...text.matchAll(new RegExp(`\\b(?:${CALLS})\\(`, 'g'))].flatMap(({ 0: found, index }) => {
    const rest = text.slice(findEnd(text, index + found.length - 1))
    return /^[\s)]*(?:\??\.\w+|\[[^\]]*\]|!)*[\s)]*\bas\s+(?!const\b)/.test(rest) ? [text.slice(index, index + 60)] : []
  })
}

/** The names of composed queries as they are written: the first argument of each call. */
function findComposed(text: string): string[] {
  return [...text.matchAll(/\bcomposeQuery\(\s*([^,)]*[^,)\s])/g)].map(([, name = '']) => name)
}

/** Names that another query has, or may have: those that are not written out. */
function findAmbiguous(names: readonly string[]): string[] {
  return names.filter((name, place) => names.indexOf(name) !== place || !/^'\w+'$/.test(name))
}

function findFaults(path: string, text: string): string[] {
  const refused = Object.entries(REFUSED).flatMap(([what, pattern]) => {
    const line = MAY[what]?.test(path) === true ? undefined : text.split('\n').find((each) => pattern.test(each))
    return line === undefined ? [] : [`${path} has ${what}: ${line.trim()}`]
  })
  return [...refused, ...findAsserted(text).map((call) => `${path} asserts the type of an answer: ${call}`)]
}

test('pages read and write by operations alone', () => {
  assert.deepEqual(
    files.filter(({ path }) => !path.startsWith('contract/')).flatMap(({ path, text }) => findFaults(path, text)),
    [],
  )
})

test('types are asserted in few places, none of which is a page', () => {
  const asserting = files.filter(({ text }) => /oxlint-disable.*no-unsafe-type-assertion/.test(text)).map(({ path }) => path)
  assert.deepEqual(asserting.toSorted(), ASSERTING)
})

test('no two queries are composed by one name, so that their data would take turns under one key', () => {
  const names = files.flatMap(({ text }) => findComposed(text))
  assert.ok(names.length > 0)
  assert.deepEqual(findAmbiguous(names), [])
})

test('a second query of a name, and one whose name is not written out, are found', () => {
  const names = findComposed(
    "composeQuery('names', 'GET /a', {}, load) composeQuery(\n  'policy',\n) composeQuery('names', operation) composeQuery(name)",
  )
  assert.deepEqual(names, ["'names'", "'policy'", "'names'", 'name'])
  assert.deepEqual(findAmbiguous(names), ["'names'", 'name'])
  assert.deepEqual(findAmbiguous(['`${kind}`', "'a' + kind"]), ['`${kind}`', "'a' + kind"])
})

for (const [what, text] of [
  ['a type argument', "const { ticket } = await call<Ticket>('GET /api/v2/tickets/:id', { params: { id } })"],
  ['a type argument of a hook', 'const { data } = useQuery<Ticket>(ticketQuery(id))'],
  ['a type argument for a location', "await callForLocation<Place>('POST /api/v2/audit_logs/export')"],
  ['an assertion on a location', "const place = (await callForLocation('POST /api/v2/audit_logs/export')) as Place"],
  ['an assertion on a call', "const answer = (await call('GET /api/v2/tickets/:id', { params: { id: Number(id) } })) as Ticket"],
  ['an assertion on a member', "const answer = (await call('GET /api/v2/tickets/:id', { params: { id } })).ticket as Ticket"],
  ['an assertion on a query', "useQuery(query('GET /api/v2/users/me') as Query<User>)"],
  ['a key', "queryOptions({ queryKey: ['tickets', id], queryFn })"],
  ['an invalidation', 'queryClient.invalidateQueries({ queryKey })'],
  ['an address', 'const path = `/api/v2/tickets/${id}`'],
  ['a request', 'const answer = await fetch(path)'],
  ['an unchecked input', "await callWith('GET /api/v2/tickets/:id', {})"],
] as const) {
  test(`${what} is refused`, () => assert.notDeepEqual(findFaults('tickets/TicketPage.tsx', text), []))
}

test('what the contract offers is not refused', () => {
  const text = [
    "const ticket = useQuery(query('GET /api/v2/tickets/:id', { params: { id } }))",
    "await call('PUT /api/v2/tickets/:id', { params: { id }, body: { ticket: { status: 'solved' } } })",
    "return (await call('GET /api/v2/users/me')).user",
    'const { queryKey } = rulesQuery(kind, filter)',
    "const words = ['a', 'b'] as const",
  ].join('\n')
  assert.deepEqual(findFaults('tickets/TicketPage.tsx', text), [])
})
