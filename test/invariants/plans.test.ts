/**
 * Invariant: no GET reads many more rows than it returns, however large the account is. Every statement of every GET is explained on tables
 * of thousands of rows, half of them of one user and one organization: none may scan a large table, or read many of its rows except by
 * an index-only scan. The test checks the plans, not the time.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { allRoutes } from '#app/routes.ts'
import { useApp } from '../app.ts'
import { type RunStatement, parametersDuring } from '../statements.ts'
import { type Copies, COPIES_BEGIN, multiply } from './multiply.ts'
import { firstInstance, populate } from './populate.ts'
import { type Read, readsOf } from './reads.ts'

/** Copies of each row in tables that grow with the activity of an account. */
const MANY = 6000
/** The number of rows from which a table counts as large. */
const LARGE = 2000
/** The largest page, and its side-loads. */
const MAX_READ = 1100

/** How many tickets are read for tags at most, see tags/store.ts. */
const TAGS: readonly [number, string] = [10_000, 'the tags of the tickets that have changed last']
/** All matches of a word, which search collects when they are few: a table is scanned only if it has more rows than that. */
const FOUND: readonly [number, string] = [MANY, 'looks at the tickets that come first before it gathers those that fit']
/** Routes that may read more of a table: how many rows at most, and why. */
const READS_MORE: Readonly<Record<string, readonly [most: number, why: string]>> = {
  '/api/v2/audit_logs': [MANY, 'looks for words among the entries that come first before it gathers all that have them'],
  '/api/v2/autocomplete/tags': TAGS,
  '/api/v2/problems': [MANY / 2, 'every second ticket here is a problem'],
  '/api/v2/requests/search': [MANY / 2, 'looks into the requests of one person'],
  '/api/v2/search': FOUND,
  '/api/v2/search/count': FOUND,
  '/api/v2/search/export': FOUND,
  '/api/v2/tags': TAGS,
  '/api/v2/tags/count': TAGS,
}

const app = await useApp({}, { own: true }) // fills the first instance
const { database } = app.database
let reads: readonly Read[]
let large: ReadonlySet<string>

const HALF = (one: number, others: number) => `case when $n % 2 = 0 then ${one} else ${others} + 1 + $n % 100 end`
const copiesOf = (people: { person: number; agent: number; organization: number }): readonly Copies[] => {
  const tag = 'planned1'
  const COPY = `${COPIES_BEGIN} + $n`
  const person = HALF(people.person, COPIES_BEGIN)
  const tickets = {
    requester_id: person,
    submitter_id: person,
    assignee_id: HALF(people.agent, COPIES_BEGIN),
    organization_id: HALF(people.organization, COPIES_BEGIN),
    status: "(array['closed', 'closed', 'closed', 'solved', 'open'])[1 + $n % 5]",
    priority: "(array['low', 'high', null])[1 + $n % 3]",
    tags: "array['often', 'tag_' || $n % 50]",
    email_cc_ids: `array[${COPIES_BEGIN} + 1 + $n % 100]::bigint[]`,
    archived_at: 'null',
  }
  return [
    { table: 'organizations', set: { name: "'planned ' || $n" } },
    {
      table: 'users',
      like: `email = 'agent.${tag}@example.org'`,
      set: {
        email: 'null',
        phone: 'null',
        name: "'planned ' || $n",
        default_group_id: 'null',
        role: "case when $n % 300 = 0 then 'agent' else 'end-user' end",
      },
    },
    { table: 'tickets', like: `external_id = '${tag}-t'`, set: tickets },
    {
      table: 'ticket_texts',
      set: {
        ticket_id: COPY,
        words: "search_words(1, 'printer thank you ' || $n % 7)",
        marks: "search_marks(search_words(1, 'printer thank you ' || $n % 7))",
      },
    },
    {
      table: 'ticket_audits',
      like: 'events::text like \'%"Comment"%\'',
      set: { ticket_id: COPY, events: `jsonb_build_array(jsonb_build_object('id', ${COPY}, 'type', 'Comment'))` },
    },
    { table: 'ticket_comments', like: 'public', set: { ticket_id: COPY, audit_id: COPY } },
    { table: 'ticket_metric_events', set: { ticket_id: COPY } },
    { table: 'audit_logs', set: { position: 'null', previous_hash: 'null', hash: 'null' } },
    { table: 'activities', set: { ticket_id: COPY } },
    { table: 'mails', set: { ticket_id: COPY } },
  ]
}

before(async () => {
  await populate(app, firstInstance(app), 'Planned')
  const idOf = async (path: string, key: string): Promise<number> => (await app.api.get(`/api/v2/${path}`)).body[key][0].id
  const people = {
    person: await idOf('users/search?external_id=planned1-p', 'users'),
    agent: await idOf('users/search?external_id=planned1-a', 'users'),
    organization: await idOf('organizations/search?external_id=planned1-o', 'organizations'),
  }
  for (const copies of copiesOf(people)) await multiply(app, copies, 1, MANY)
  await database.driver.unsafe('update ticket_counters set last_id = $1 where account_id = 1', [COPIES_BEGIN + MANY])
  await database.driver.unsafe('vacuum analyze')
  const sizes = await database.driver<{ name: string }[]>`select relname as name from pg_class where relkind = 'r' and reltuples > ${LARGE}`
  large = new Set(sizes.map(({ name }) => name))
  reads = await readsOf(app)
})

/** The members of a plan node that matter here. */
interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly Plan[]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

function rowsRead(node: Plan): number {
  const each = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return Math.round(each * node['Actual Loops'])
}

/** What is wrong with the plan of a statement; null if nothing is. */
async function faultOf({ sql, parameters }: RunStatement, path: string): Promise<string | null> {
  const text = `explain (analyze, timing off, format json) ${sql}`
  const [row] = await database.unchecked<{ 'QUERY PLAN': [{ Plan: Plan }] }>(text, parameters)
  const [most] = (Object.hasOwn(READS_MORE, path) ? READS_MORE[path] : undefined) ?? []
  const isFault = (node: Plan) => {
    if (!large.has(node['Relation Name'] ?? '') || node['Node Type'] === 'Index Only Scan') return false
    return rowsRead(node) > (most ?? MAX_READ) || (node['Node Type'] === 'Seq Scan' && most === undefined)
  }
  const bad = nodesOf((row as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'][0].Plan).find(isFault)
  return bad === undefined ? null : `${bad['Node Type']} of ${bad['Relation Name']} reads ${rowsRead(bad)} rows: ${sql}`
}

const isRead = ({ sql }: RunStatement) => /^\s*(select|with)\b/i.test(sql) && !/\b(insert into|update|delete from)\b/i.test(sql)

test('no statement of any GET scans a large table', async () => {
  assert.ok(large.has('tickets') && large.has('ticket_comments') && large.has('users'), [...large].join())
  const faults: string[] = []
  const explained = new Set<string>()
  for (const { route, path } of reads) {
    const { run, result } = await parametersDuring(app, () => app.api.get(path))
    assert.ok(result.status < 500, `${path}: ${result.status}`)
    for (const each of run.filter(isRead)) {
      const key = each.sql + JSON.stringify(each.parameters)
      if (explained.has(key)) continue
      explained.add(key)
      const fault = await faultOf(each, route.path)
      if (fault !== null) faults.push(`${path}: ${fault}`)
    }
  }
  assert.deepEqual(faults, [])
  assert.ok(explained.size > 300, `only ${explained.size} statements were explained`)
})

test('every exception listed here is a GET route', () => {
  const paths = new Set(allRoutes.filter(({ method }) => method === 'GET').map(({ path }) => path))
  for (const path of Object.keys(READS_MORE)) assert.ok(paths.has(path), path)
})
