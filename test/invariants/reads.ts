/** A call for every GET of the API: on the records with the most rows below them, and with the query parameters the route requires. */
import type { AnyRoute } from '#http/route.ts'
import { allRoutes } from '#app/routes.ts'
import type { TestApp } from '../app.ts'
import { fillPath, type PathInput } from './input_fields.ts'
import { type IdsByTable, newestIdsOf } from './populate.ts'

/** One call. */
export interface Read {
  readonly route: AnyRoute
  readonly path: string
}

/** Left out: routes that return no records of the account, or that redirect. */
const LEFT_OUT = new Set(['/access/sso/:id', '/access/sso/callback', '/api/v2/oauth/authorizations/new'])

const EXPORT = ['start_time=0']
/** The query strings of a route, each for a call of its own. Routes not listed are called without a query. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/api/v2/audit_logs': ['', 'filter[text]=created', 'filter[text]=zzzunheard', 'page[size]=100&filter[text]=the apitoken'],
  '/api/v2/autocomplete/tags': ['name=pri'],
  '/api/v2/automations/search': ['query=a'],
  '/api/v2/macros/search': ['query=a'],
  '/api/v2/macros/new': ['macro_id=1'],
  '/api/v2/custom_objects/:custom_object_key/records/autocomplete': ['name=a'],
  '/api/v2/custom_objects/:custom_object_key/records/search': ['query=a'],
  '/api/v2/custom_objects/:custom_object_key/triggers': ['', 'page[size]=100', 'sort_by=alphabetical', 'active=false'],
  '/api/v2/custom_objects/:custom_object_key/triggers/search': ['query=a'],
  '/api/v2/deskhand/activity': ['from=2020-01-01&to=2099-01-01'],
  '/api/v2/email_notifications': ['filter[ticket_id]=1'],
  '/api/v2/incremental/:resource/sample': EXPORT,
  '/api/v2/incremental/custom_objects/:custom_object_key/cursor': EXPORT,
  '/api/v2/incremental/organizations': EXPORT,
  '/api/v2/incremental/routing/attribute_values': EXPORT,
  '/api/v2/incremental/routing/attributes': EXPORT,
  '/api/v2/incremental/routing/instance_values': EXPORT,
  '/api/v2/incremental/ticket_events': EXPORT,
  '/api/v2/incremental/ticket_metric_events': EXPORT,
  '/api/v2/incremental/tickets': EXPORT,
  '/api/v2/incremental/tickets/cursor': EXPORT,
  '/api/v2/incremental/users': EXPORT,
  '/api/v2/incremental/users/cursor': EXPORT,
  '/api/v2/organizations/autocomplete': ['name=a'],
  '/api/v2/organizations/search': ['external_id=a'],
  '/api/v2/relationships/definitions/:target_type': [''],
  '/api/v2/requests/search': ['query=printer'],
  '/api/v2/routing/agents/instance_values': ['filter[agent_ids]=1,2'],
  '/api/v2/routing/requirements/fulfilled': ['ticket_ids=1,2,3'],
  '/api/v2/ticket_audits': ['', 'page[size]=100'],
  '/api/v2/tickets': ['', 'page[size]=100', 'sort_by=updated_at&sort_order=desc', 'page[size]=100&sort=-updated_at'],
  '/api/v2/tickets/show_many': ['ids=1,2,3'],
  '/api/v2/users/autocomplete': ['name=an'],
  '/api/v2/views/search': ['query=a'],
  '/api/v2/views/count_many': ['ids=1,2,3,4,5,6,7,8,9,10'],
  '/api/v2/users/search': ['query=an'],
  '/api/v2/triggers': ['', 'page[size]=100', 'sort_by=alphabetical', 'active=false'],
  '/api/v2/triggers/search': ['query=a'],
  '/api/v2/search/count': ['query=printer', 'query=status:open', 'query=type:ticket'],
  '/api/v2/search/export': ['filter[type]=ticket&query=printer'],
  '/api/v2/search': [
    'query=printer',
    'query=the',
    'query=zzzunheard',
    'query="thank you"',
    'query="thank you" requester:anna',
    'query=status:open&sort_by=priority',
    'query=status:open priority:urgent printer',
    'query=status:open priority:urgent zzzunheard',
    'query=type:ticket created<2020-01-01',
    'query=type:ticket created<NEARLY_OLDEST',
    'query=type:ticket created>HALFWAY',
    'query=type:ticket tags:vip',
    'query=type:ticket assignee:none',
    'query=type:ticket status<solved&sort_by=updated_at',
  ],
}

/** The owners with the most to read: the column of tickets that refers to them, by path. */
const BUSIEST: readonly (readonly [path: RegExp, column: string])[] = [
  [/^\/api\/v2\/organizations\//, 'organization_id'],
  [/^\/api\/v2\/groups\//, 'group_id'],
  [/\/tickets\/assigned/, 'assignee_id'],
  [/^\/api\/v2\/users\//, 'requester_id'],
  [/\/incidents$/, 'problem_id'],
]
const BUSIEST_OF = new Set(['users', 'organizations', 'groups', 'tickets'])

/** Every GET, with ids of existing records. */
export async function readsOf(app: TestApp): Promise<Read[]> {
  const ids = await newestIdsOf(app, 1)
  const moments = await momentsOf(app)
  const reads: Read[] = []
  for (const route of allRoutes.filter(({ method, path }) => method === 'GET' && !LEFT_OUT.has(path))) {
    const [, column] = BUSIEST.find(([pattern]) => pattern.test(route.path)) ?? []
    const busiest = column === undefined ? undefined : await busiestOf(app, column)
    const path = fillPath(route, (place) => chooseValue(place, ids, busiest))
    for (const asked of QUERIES[route.path] ?? ['']) {
      const query = asked.replace('NEARLY_OLDEST', moments.nearly_oldest).replace('HALFWAY', moments.halfway)
      reads.push({ route, path: query === '' ? path : `${path}?${encodeURI(query).replaceAll('+', '%2B')}` })
    }
  }
  return reads
}

const NAMED: Readonly<Record<string, string>> = {
  target_type: 'zen:user',
  source_type: 'zen:ticket',
  resource: 'tickets',
  role: 'agent',
  name: 'unknown',
}

function chooseValue({ name, table }: PathInput, ids: IdsByTable, busiest: number | undefined): string | number {
  if (table === null) return NAMED[name] ?? 1
  return (BUSIEST_OF.has(table) ? busiest : undefined) ?? ids.get(table)?.at(-1) ?? 1
}

async function busiestOf(app: TestApp, column: string): Promise<number | undefined> {
  const [row] = await app.database.database.driver.unsafe<{ id: number }[]>(
    `select ${column} as id from tickets where account_id = 1 and ${column} is not null group by 1 order by count(*) desc limit 1`,
  )
  return row?.id
}

async function momentsOf(app: TestApp): Promise<{ nearly_oldest: string; halfway: string }> {
  const [row] = await app.database.database.driver.unsafe<{ nearly_oldest: string; halfway: string }[]>(
    `select to_char(min(created_at) + interval '3 days', 'YYYY-MM-DD') as nearly_oldest,
      to_char(min(created_at) + (max(created_at) - min(created_at)) / 2, 'YYYY-MM-DD') as halfway from tickets where account_id = 1`,
  )
  return row as { nearly_oldest: string; halfway: string }
}
