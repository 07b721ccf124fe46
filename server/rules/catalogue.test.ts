/** Every field of the table with every operator: an example that holds and one that does not, and the rules that accept it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkConditions, compileConditions, type Condition, matches } from './condition.ts'
import { customNames } from './custom.ts'
import {
  BLANK_TICKET,
  CUSTOM_FIELD_TYPES,
  type CustomFieldTypes,
  recordCatalogue,
  type RelatedFacts,
  type RuleCatalogue,
  type TicketFacts,
  type UpdateFacts,
  type Status,
} from './facts.ts'
import { fieldNames, fieldRow, fixedFields } from './fields.ts'
import type { Use } from './row.ts'

const now = new Date('2026-01-15T12:00:00.000Z')
const fieldsNamed = (prefix: string): CustomFieldTypes =>
  new Map(
    CUSTOM_FIELD_TYPES.map((type, index) => [
      `${prefix}${index + 1}`,
      {
        type,
        options: [
          { id: 31, value: 'gold' },
          { id: 32, value: 'tin' },
        ],
      },
    ]),
  )
const catalogue: RuleCatalogue = { ticket: fieldsNamed(''), user: fieldsNamed('u'), organization: fieldsNamed('o') }
const standard: CustomFieldTypes = new Map(['standard::name', 'standard::external_id'].map((key) => [key, { type: 'text', options: [] }]))
const car = { key: 'car', fields: new Map([...standard, ...fieldsNamed('r')]), settable: fieldsNamed('r') }
const ofCars = recordCatalogue(car)

/** A ticket with what surrounds it. */
interface World {
  readonly ticket?: Partial<TicketFacts>
  readonly update?: Partial<UpdateFacts>
  readonly related?: RelatedFacts
}

/** A value, and worlds in which the field has it, has another, a smaller or a larger one, or none. */
interface Example {
  readonly value: Condition['value']
  readonly same: World
  readonly other?: World
  readonly below?: World
  readonly above?: World
  readonly none?: World
}

type Side = Exclude<keyof Example, 'value'>
const change = (from: Side, to: Side) => ({ from, to })
/** Operator → where it holds, and where it does not; of operators on changes both states. */
const OPERATORS: Readonly<Record<string, readonly [yes: Side | ReturnType<typeof change>, no: Side | ReturnType<typeof change>]>> = {
  is: ['same', 'other'],
  is_not: ['other', 'same'],
  includes: ['same', 'other'],
  not_includes: ['other', 'same'],
  includes_words: ['same', 'other'],
  not_includes_words: ['other', 'same'],
  includes_string: ['same', 'other'],
  not_includes_string: ['other', 'same'],
  less_than: ['below', 'same'],
  less_than_equal: ['same', 'above'],
  greater_than: ['above', 'same'],
  greater_than_equal: ['same', 'below'],
  present: ['same', 'none'],
  not_present: ['none', 'same'],
  within_previous_n_days: ['same', 'below'],
  within_next_n_days: ['same', 'above'],
  changed: [change('other', 'same'), change('same', 'same')],
  not_changed: [change('same', 'same'), change('other', 'same')],
  value: [change('other', 'same'), change('same', 'same')],
  not_value: [change('same', 'other'), change('other', 'same')],
  value_previous: [change('same', 'other'), change('same', 'same')],
  not_value_previous: [change('other', 'same'), change('same', 'other')],
}
const VALUES: Readonly<Record<string, string>> = { within_previous_n_days: '1', within_next_n_days: '1' }

const onTicket = (name: keyof TicketFacts, value: string, same: unknown, other: unknown, rest: Partial<Example> = {}): Example => ({
  value,
  same: { ticket: { [name]: same } },
  other: { ticket: { [name]: other } },
  ...rest,
})
const inUpdate = (name: keyof UpdateFacts, value: string, same: unknown, other: unknown): Example => ({
  value,
  same: { update: { [name]: same } },
  other: { update: { [name]: other } },
})
const inRelated = (value: string, same: RelatedFacts, other: RelatedFacts, rest: Partial<Example> = {}): Example => ({
  value,
  same: { related: same },
  other: { related: other },
  ...rest,
})
const record = (name: keyof TicketFacts) => onTicket(name, '5', 5, 6)
const count = (name: keyof TicketFacts) => onTicket(name, '3', 3, 4, { below: { ticket: { [name]: 2 } }, above: { ticket: { [name]: 4 } } })
const subtractHours = (hours: number) => new Date(now.getTime() - hours * 3_600_000 - 60_000).toISOString()
/** Two hours and a minute ago. */
const hours = (name: keyof TicketFacts, status: Status = 'new', sign = 1): Example => {
  const makeWorld = (count: number): World => ({ ticket: { status, [name]: sign > 0 ? subtractHours(count) : subtractHours(-count - 1) } })
  return { value: '2', same: makeWorld(2), other: makeWorld(4), below: makeWorld(1), above: makeWorld(4) }
}
const person = (given: object): RelatedFacts => ({
  requester: { role: 'agent', locale_id: 1, time_zone: 'Berlin', custom_fields: {}, ...given },
})
const schedules = (given: object): RelatedFacts => ({
  schedules: { in_business_hours: true, on_holiday: true, schedule_id: 5, within: new Set([5]), ...given },
})
const comment = (given: object) => ({ text: 'A refund, please', public: true, requester_can_see: true, has_attachments: true, ...given })
const makeRating = (score: string, reason_id: number | null = null) => ({ satisfaction_rating: { score, reason_id, comment: null } })

const EXAMPLES: Readonly<Record<string, Example>> = {
  status: onTicket('status', 'open', 'open', 'pending', { below: { ticket: { status: 'new' } }, above: { ticket: { status: 'hold' } } }),
  custom_status_id: record('custom_status_id'),
  brand_id: record('brand_id'),
  ticket_form_id: record('ticket_form_id'),
  type: onTicket('type', 'task', 'task', null),
  ticket_type_id: onTicket('type', '4', 'task', null),
  priority: onTicket('priority', 'low', 'low', 'high', { below: { ticket: { priority: null } }, above: { ticket: { priority: 'high' } } }),
  group_id: onTicket('group_id', '8', 8, 9),
  assignee_id: onTicket('assignee_id', 'current_user', 7, null),
  requester_id: record('requester_id'),
  organization_id: onTicket('organization_id', '', null, 3),
  current_tags: onTicket('tags', 'vip late', ['late'], ['early']),
  via_id: onTicket('via_id', '4', 4, 0),
  recipient: onTicket('recipient', 'help@example.com', 'help@example.com', null),
  ticket_is_public: onTicket('is_public', 'private', false, true),
  description_includes_word: onTicket('description', 'refund', 'A Refund!', 'Thanks'),
  satisfaction_score: {
    value: 'bad',
    same: { ticket: makeRating('bad') },
    other: { ticket: makeRating('good') },
    below: { ticket: makeRating('offered') },
    above: { ticket: { satisfaction_rating: { score: 'bad', comment: 'No' } } },
  },
  satisfaction_reason_code: { value: '5', same: { ticket: makeRating('bad', 2) }, other: { ticket: makeRating('bad', 3) } },
  received_from: onTicket('sharing_agreement_ids', '5', [5], [6]),
  sent_to: onTicket('sharing_agreement_ids', '5', [5], []),
  NEW: hours('new_at', 'new'),
  OPEN: hours('open_at', 'open'),
  PENDING: hours('pending_at', 'pending'),
  HOLD: hours('hold_at', 'hold'),
  SOLVED: hours('solved_at', 'solved'),
  CLOSED: hours('closed_at', 'closed'),
  assigned_at: hours('assigned_at'),
  updated_at: hours('updated_at'),
  requester_updated_at: hours('requester_updated_at'),
  assignee_updated_at: hours('assignee_updated_at'),
  due_at: hours('due_at'),
  due_date: hours('due_at'),
  until_due_date: hours('due_at', 'new', -1),
  sla_next_breach_at: hours('sla_next_breach_at'),
  until_sla_next_breach_at: hours('sla_next_breach_at', 'new', -1),
  exact_created_at: onTicket('created_at', '2026-01-02T10:00:00+02:00', '2026-01-02T08:00:00.000Z', '', {
    below: { ticket: { created_at: '2026-01-02T07:59:59.999Z' } },
    above: { ticket: { created_at: '2026-01-02T08:00:00.001Z' } },
  }),
  requester_role: inRelated('2', person({ role: 'admin' }), person({ role: 'agent' })),
  locale_id: inRelated('8', person({ locale_id: 8 }), person({ locale_id: 1 })),
  requester_time_zone: inRelated('Berlin', person({ time_zone: 'Europe/Berlin' }), person({ time_zone: 'Paris' })),
  role: inUpdate('updater_role', 'agent', 'admin', 'end-user'),
  current_via_id: inUpdate('via_id', '4', 4, 0),
  update_type: inUpdate('before', 'Create', null, BLANK_TICKET),
  subject_includes_word: onTicket('subject', 'refund', 'Refund', null),
  comment_is_public: inUpdate('comment', 'not_relevant', comment({ public: false }), null),
  comment_includes_word: inUpdate('comment', 'refund', comment({}), comment({ text: 'Thanks' })),
  number_of_incidents: inRelated(
    '3',
    { incidents: 3 },
    { incidents: 4 },
    { below: { related: { incidents: 2 } }, above: { related: { incidents: 4 } } },
  ),
  reopens: count('reopens'),
  replies: count('replies'),
  agent_stations: count('assignee_stations'),
  group_stations: count('group_stations'),
  in_business_hours: inRelated('true', schedules({}), schedules({ in_business_hours: false })),
  on_holiday: inRelated('true', schedules({}), schedules({ on_holiday: false })),
  schedule_id: inRelated('5', schedules({}), schedules({ schedule_id: null })),
  within_schedule: inRelated('5', schedules({}), schedules({ within: new Set([6]) })),
  ticket_due_date: onTicket('due_at', 'true', subtractHours(2), null),
  attachment: inUpdate('comment', 'present', comment({}), comment({ has_attachments: false })),
  cc: onTicket('email_cc_ids', 'present', [4], []),
}

/** Custom fields by type: value, stored, another one; below and above of those with an order. */
const TYPED: Readonly<Record<string, readonly [value: string, same: unknown, other: unknown, below?: unknown, above?: unknown]>> = {
  text: ['refund', 'refund', 'thanks'],
  textarea: ['refund', 'refund', 'thanks'],
  regexp: ['A-1', 'A-1', 'B-2'],
  partialcreditcard: ['', `${'X'.repeat(9)}1234`, ''],
  checkbox: ['true', true, false],
  date: ['2026-01-15', '2026-01-15', '2026-01-01', '2026-01-10', '2026-01-20'],
  integer: ['12', '12', 7, 7, '13'],
  decimal: ['1.5', 1.5, '7', '-2', 1.6],
  tagger: ['31', 'gold', 'tin'],
  multiselect: ['gold', ['tin', 'gold'], ['tin']],
  lookup: ['5', '5', '6'],
}

function customExample(name: string): Example {
  const member = /^custom_object[.]car[.](name|external_id)$/.exec(name)?.[1]
  if (member !== undefined) return recordExample(`standard::${member}`, 'refund', 'refund', 'thanks')
  const key = /[^._]+$/.exec(name)?.[0] ?? ''
  const [value, same, other, below = other, above = other] = TYPED[CUSTOM_FIELD_TYPES[Number(key.replace(/\D/g, '')) - 1] as string]!
  const world = (stored: unknown): World => {
    const custom_fields = { [key]: stored } as TicketFacts['custom_fields']
    if (name.startsWith('organization')) return { related: { organization: { custom_fields } } }
    return name.includes('.') && !name.startsWith('custom_object.') ? { related: person({ custom_fields }) } : { ticket: { custom_fields } }
  }
  return { value, same: world(same), other: world(other), below: world(below), above: world(above), none: world(null) }
}

function recordExample(key: string, value: string, same: unknown, other: unknown): Example {
  const world = (stored: unknown): World => ({ ticket: { custom_fields: { [key]: stored } as TicketFacts['custom_fields'] } })
  return { value, same: world(same), other: world(other), none: world(null) }
}

const update: UpdateFacts = { before: null, comment: null, via_id: 0, updater_id: 7, updater_role: 'agent' }
const ticketOf = (world: World): TicketFacts => ({ ...BLANK_TICKET, ...world.ticket })

const catalogueFor = (field: string) => (field.startsWith('custom_object.') ? ofCars : catalogue)

function holds(field: string, operator: string, example: Example, where: Side | ReturnType<typeof change>): boolean {
  const sideOf = (side: Side) => example[side] ?? assert.fail(`no example of ${field} with ${operator}: ${side}`)
  const world = sideOf(typeof where === 'string' ? where : where.to)
  const before = typeof where === 'string' ? update.before : ticketOf(sideOf(where.from))
  const value = VALUES[operator] ?? example.value
  const compiled = compileConditions({ all: [{ field, operator, value }], any: [] }, catalogueFor(field))
  const context = {
    now,
    time_zone: 'Etc/UTC',
    current_user_id: 7,
    current_group_ids: [8],
    update: { ...update, before, ...world.update },
    ...(world.related && { related: world.related }),
  }
  const [predicate] = compiled.all
  const found = matches(compiled, ticketOf(world), context)
  assert.equal(predicate?.explain(ticketOf(world), context).holds, found, 'the explanation agrees')
  return found
}

/** Fields whose value never differs: operator → a value for which it holds, and one for which it does not. */
const CONSTANT: Readonly<Record<string, Readonly<Record<string, readonly [yes: string | null, no: string]>>>> = {
  requester_twitter_followers_count: { is: ['0', '1'], less_than: ['1', '0'], greater_than: ['-1', '0'] },
  requester_twitter_statuses_count: { is: ['0', '1'], less_than: ['1', '0'], greater_than: ['-1', '0'] },
  requester_twitter_verified: { is: ['false', 'true'] },
  satisfaction_probability: { is: [null, '0'], less_than: [null, '100'], greater_than: [null, '0'] },
}

const ofRecords = fieldNames(ofCars).filter((name) => name.startsWith('custom_object.'))
const names = [...fixedFields, ...customNames(catalogue), 'user.custom_fields.u1', ...ofRecords]
for (const field of names) {
  test(`${field} holds and does not hold with each of its operators`, () => {
    const constant = CONSTANT[field]
    for (const [operator] of fieldRow(field, catalogueFor(field))!.operators) {
      if (constant !== undefined) {
        const [yes, no] = constant[operator] ?? assert.fail(operator)
        const example = (value: string) => ({ value, same: {} })
        if (yes !== null) assert.equal(holds(field, operator, example(yes), 'same'), true, operator)
        assert.equal(holds(field, operator, example(no), 'same'), false, operator)
        continue
      }
      const example = EXAMPLES[field] ?? (/_fields|^custom_object[.]/.test(field) ? customExample(field) : assert.fail('no example'))
      const [yes, no] = OPERATORS[operator.replace('_business_hours', '')] ?? assert.fail(operator)
      assert.deepEqual([holds(field, operator, example, yes), holds(field, operator, example, no)], [true, false], operator)
    }
  })
}

test('only views know the groups of who looks at them', () => {
  const all = [{ field: 'group_id', operator: 'is', value: 'current_groups' }]
  for (const [group_id, groups, expected] of [
    [8, [7, 8], true],
    [8, [7], false],
    [8, undefined, false],
    [null, [8], false],
  ] as const) {
    const context = { now, time_zone: 'Etc/UTC', current_user_id: 7, ...(groups && { current_group_ids: groups }) }
    assert.equal(matches(compileConditions({ all, any: [] }, catalogue), ticketOf({ ticket: { group_id } }), context), expected)
  }
  assert.deepEqual(checkConditions({ all, any: [] }, 'view', catalogue), [])
  for (const use of ['trigger', 'automation'] as const)
    assert.deepEqual(checkConditions({ all, any: [] }, use, catalogue), ['Invalid condition on group_id: only views have current_groups.'])
})

test('each kind of rule accepts the fields and operators that are its own, and refuses the others', () => {
  for (const field of names) {
    const row = fieldRow(field, catalogueFor(field))!
    for (const [operator, { uses }] of row.operators) {
      const value = VALUES[operator] ?? CONSTANT[field]?.[operator]?.[1] ?? EXAMPLES[field]?.value ?? customExample(field).value
      for (const use of ['trigger', 'automation', 'view', 'sla'] as const satisfies readonly Use[]) {
        const problems = checkConditions({ all: [{ field, operator, value }], any: [] }, use, catalogueFor(field))
        assert.equal(problems.length, uses.includes(use) ? 0 : 1, `${field} ${operator} in ${use}: ${problems[0] ?? 'accepted'}`)
      }
    }
  }
})

test('rules on records know the fields of one object, the kind of update and who makes it, and nothing of tickets', () => {
  const refused = [...fixedFields, ...customNames(catalogue), 'custom_object.boat.name', 'custom_object.car.custom_fields.gone']
  const known = refused.filter((name) => fieldRow(name, ofCars) !== undefined)
  assert.deepEqual(known.toSorted(), ['role', 'update_type'])
  assert.equal(fieldRow('custom_object.car.name', catalogue), undefined)
  assert.equal(ofRecords.length, CUSTOM_FIELD_TYPES.length + 2)
  const unchanging = ofRecords.filter((name) => fieldRow(name, ofCars)?.operators.has('not_value_previous') === false)
  // objects have no such fields
  assert.deepEqual(unchanging, [`custom_object.car.custom_fields.r${CUSTOM_FIELD_TYPES.indexOf('partialcreditcard') + 1}`])
})
