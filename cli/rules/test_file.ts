/** What a rule test is: its parts, read from a document and checked. */
import { isObject } from '#lib/json.ts'
import type { Path, Source } from './source.ts'

/** The kinds of records that a test can be given, in the order in which they are made: the path and the key of the API. */
export const KINDS: Readonly<Record<string, { readonly path: string; readonly key: string }>> = {
  organizations: { path: 'organizations', key: 'organization' },
  users: { path: 'users', key: 'user' },
  groups: { path: 'groups', key: 'group' },
  custom_statuses: { path: 'custom_statuses', key: 'custom_status' },
  ticket_fields: { path: 'ticket_fields', key: 'ticket_field' },
  ticket_forms: { path: 'ticket_forms', key: 'ticket_form' },
  schedules: { path: 'business_hours/schedules', key: 'schedule' },
  sla_policies: { path: 'slas/policies', key: 'sla_policy' },
  webhooks: { path: 'webhooks', key: 'webhook' },
  targets: { path: 'targets', key: 'target' },
  macros: { path: 'macros', key: 'macro' },
  triggers: { path: 'triggers', key: 'trigger' },
  automations: { path: 'automations', key: 'automation' },
}

/** The members of a step, of which it has one, and those that go with it. */
const STEPS: Readonly<Record<string, readonly string[]>> = {
  create_ticket: ['as', 'by', 'create_ticket'],
  update_ticket: ['by', 'set', 'update_ticket'],
  advance_clock: ['advance_clock'],
}
const EXPECTATIONS = ['tickets', 'history', 'mails', 'calls'] as const
const MAX_RECORDS = 500
const MAX_STEPS = 500

type Members = Readonly<Record<string, unknown>>

/** A test that has been checked. */
export interface RuleTest {
  readonly name: string
  readonly clock: string
  /** The triggers and automations of a fresh instance stay active. */
  readonly with_standard_rules: boolean
  readonly settings: Members | null
  readonly account_settings: Members | null
  /** A file of a resource collection, relative to that of the test. */
  readonly collection: string | null
  /** The records to make, each with its name, in their order. */
  readonly given: readonly { readonly kind: string; readonly name: string; readonly record: Members }[]
  readonly steps: readonly Members[]
  readonly expected: Members
}

/** Reads a test. @throws AccountError with file and line for what is not one */
export function readTest(source: Source): RuleTest {
  const whole = objectAt(source, source.value, [])
  checkMemberNames(source, whole, [], ['name', 'clock', 'given', 'when', 'then'])
  const { name, clock = '2027-01-04T09:00:00Z' } = whole
  if (typeof name !== 'string' || name === '') source.refuse(['name'], 'must be text: what is tested')
  if (typeof clock !== 'string' || Number.isNaN(Date.parse(clock))) source.refuse(['clock'], 'must be a time such as 2027-01-04T09:00:00Z')
  const given = objectAt(source, whole.given ?? {}, ['given'])
  checkMemberNames(source, given, ['given'], ['collection', 'settings', 'account_settings', 'with_standard_rules', ...Object.keys(KINDS)])
  const { collection = null, settings = null, account_settings = null, with_standard_rules = false } = given
  if (collection !== null && typeof collection !== 'string') source.refuse(['given', 'collection'], 'must be the path of a file')
  if (typeof with_standard_rules !== 'boolean') source.refuse(['given', 'with_standard_rules'], 'must be true or false')
  return {
    name,
    clock,
    with_standard_rules,
    collection,
    settings: settings === null ? null : objectAt(source, settings, ['given', 'settings']),
    account_settings: account_settings === null ? null : objectAt(source, account_settings, ['given', 'account_settings']),
    given: readGiven(source, given),
    steps: readSteps(source, whole.when),
    expected: readThen(source, whole.then),
  }
}

function readGiven(source: Source, given: Members): RuleTest['given'] {
  const records = Object.keys(KINDS).flatMap((kind) =>
    Object.entries(objectAt(source, given[kind] ?? {}, ['given', kind])).map(([name, record]) => ({
      kind,
      name,
      record: objectAt(source, record, ['given', kind, name]),
    })),
  )
  if (records.length > MAX_RECORDS) source.refuse(['given'], `must have at most ${MAX_RECORDS} records`)
  const names = new Set<string>()
  for (const { kind, name } of records) {
    if (!/^\w{1,100}$/.test(name)) source.refuse(['given', kind, name], 'must have a name of letters, digits and underscores')
    if (names.has(name)) source.refuse(['given', kind, name], 'has the name of another record')
    names.add(name)
  }
  return records
}

function readSteps(source: Source, when: unknown): Members[] {
  if (!Array.isArray(when) || when.length === 0) return source.refuse(['when'], 'must be a list of steps')
  if (when.length > MAX_STEPS) source.refuse(['when'], `must have at most ${MAX_STEPS} steps`)
  return when.map((step: unknown, index) => {
    const path = ['when', index]
    const members = objectAt(source, step, path)
    const [kind, second] = Object.keys(STEPS).filter((name) => name in members)
    if (kind === undefined || second !== undefined) source.refuse(path, `must have one of ${Object.keys(STEPS).join(', ')}`)
    checkMemberNames(source, members, path, STEPS[kind ?? ''] ?? [])
    if (kind === 'create_ticket' && (typeof members.as !== 'string' || !/^\w{1,100}$/.test(members.as)))
      source.refuse(path, 'must say in `as` what the ticket is called in this test')
    return members
  })
}

function readThen(source: Source, given: unknown): Members {
  const then = objectAt(source, given, ['then'])
  checkMemberNames(source, then, ['then'], EXPECTATIONS)
  if (Object.keys(then).length === 0) source.refuse(['then'], `must have one of ${EXPECTATIONS.join(', ')}`)
  for (const list of ['mails', 'calls']) if (list in then && !Array.isArray(then[list])) source.refuse(['then', list], 'must be a list')
  for (const map of ['tickets', 'history']) if (map in then) objectAt(source, then[map], ['then', map])
  return then
}

function objectAt(source: Source, value: unknown, path: Path): Members {
  return isObject(value) ? value : source.refuse(path, 'must be an object')
}

function checkMemberNames(source: Source, members: Members, path: Path, names: readonly string[]): void {
  const other = Object.keys(members).find((name) => !names.includes(name))
  if (other !== undefined) source.refuse([...path, other], `is not known; known are ${names.join(', ')}`)
}
