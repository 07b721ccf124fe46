/** One operation of the OpenAPI description, from its route, its example and the roles it refuses. */
import type { AnyRoute } from '#http/route.ts'
import { ensureDefined } from '#lib/defined.ts'
import type { Example } from './examples.ts'
import { parametersOf } from './parameters.ts'
import { describeBody, FILE, readMediaType } from './request_body.ts'
import type { Schemas } from './schemas.ts'
import { refusalsOf } from './statuses.ts'
import { descriptionOf, type Refused } from './words.ts'

/** Titles of topics whose key does not say it. */
const TITLES: Readonly<Record<string, string>> = {
  access: 'Sign-in and passwords',
  account: 'Account settings',
  access_people: 'Access duties',
  business_hours: 'Schedules',
  channels: 'Channel tickets',
  deskhand: 'This instance',
  email_ccs: 'Email CCs',
  end_users: 'End-user profiles',
  group_slas: 'Group SLA policies',
  imports: 'Ticket import',
  incremental: 'Incremental export',
  mails: 'Outgoing mail',
  record_traces: 'Traces of object triggers',
  remote_authentications: 'Single sign-on',
  routing: 'Skills',
  rule_traces: 'Traces of triggers and automations',
  slas: 'SLA policies',
  ticket_routing: 'Routing of a ticket',
}
const SPELLINGS: Readonly<Record<string, string>> = { api: 'API', oauth: 'OAuth', scim: 'SCIM', openapi: 'OpenAPI' }

/** The title of a topic by its key in SUBJECTS: `api_tokens` → `API tokens`. */
export function titleOf(topic: string): string {
  const [first = '', ...others] = topic.split('_')
  return TITLES[topic] ?? [SPELLINGS[first] ?? first.charAt(0).toUpperCase() + first.slice(1), ...others].join(' ')
}

/** The key of a route's topic in SUBJECTS: `tickets/show` → `tickets`, `rules/triggers/show` → `triggers`. */
export function topicOf(route: AnyRoute): string {
  const [first, second] = route.name.split('/')
  return ensureDefined(first === 'rules' ? second : first)
}

/** `GET /api/v2/tickets/:id` → `get_api_v2_tickets_id`. */
function operationIdOf(route: AnyRoute): string {
  return `${route.method.toLowerCase()} ${route.path}`.replace(/[^a-z0-9]+/gi, '_')
}

/** What is known about an operation besides its route. */
interface KnownOfOne {
  readonly example: Example | undefined
  readonly refused: Refused
}

/** The OpenAPI object of one operation. */
export function operationOf(route: AnyRoute, { example, refused }: KnownOfOne, schemas: Schemas): Record<string, unknown> {
  const refusals = refusalsOf(route, refused.length > 0, example?.refusals ?? [])
  return {
    operationId: operationIdOf(route),
    summary: route.summary,
    description: descriptionOf(route, refused),
    tags: [titleOf(topicOf(route))],
    parameters: parametersOf(route, example?.path),
    ...describeBody(route, example, schemas),
    responses: {
      [example?.status ?? findUsualStatus(route)]: { description: 'Success', ...describeAnswer(route, example, schemas) },
      ...Object.fromEntries(refusals.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
    },
    ...describeSecurity(route),
  }
}

/** The status of an answer that is no error, as far as the route says it. */
function findUsualStatus(route: AnyRoute): number {
  if (route.method === 'DELETE' && route.answer === undefined) return 204
  return route.method === 'POST' && route.answer !== undefined ? 201 : 200
}

function describeAnswer(route: AnyRoute, example: Example | undefined, schemas: Schemas): Record<string, unknown> {
  const shape = route.answer !== undefined ? schemas.of(route.answer) : route.answers_file === true ? FILE : undefined
  if (example?.answered === undefined)
    return shape === undefined ? {} : { content: { [shape === FILE ? '*/*' : 'application/json']: { schema: shape } } }
  const type = readMediaType(example.answered_type)
  const schema = shape ?? { type: typeof example.answered === 'string' ? 'string' : 'object' }
  return { content: { [type]: { schema, example: example.answered } } }
}

function describeSecurity(route: AnyRoute): Record<string, unknown> {
  if (route.credentials === 'none') return { security: [] }
  return route.anonymous === true ? { security: [{}, { token: [] }, { bearer: [] }] } : {}
}
