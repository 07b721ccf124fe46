import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { draftOptions } from './options.ts'
import { currentRenames } from './rewrite.ts'
import { coupleTags } from './tags.ts'
import { FIELD_TYPES, type FieldRules, IGNORED, INVALID, readValue } from './types.ts'
import { presentProfile, readProfile } from './values.ts'

const field = (type: string, more: Partial<FieldRules> = {}): FieldRules => ({
  type,
  tag: null,
  regexp_for_validation: type === 'regexp' ? '\\A\\d+\\z' : null,
  relationship_target_type: null,
  options: [{ value: 'gold' }, { value: 'silver' }, { value: 'caf\u00e9' }],
  ...more,
})

const CASES: readonly [type: string, sent: unknown, read: unknown][] = [
  ['text', 'x', 'x'],
  ['text', 5, '5'],
  ['text', '', null],
  ['text', { a: 1 }, INVALID],
  ['textarea', 'a\nb', 'a\nb'],
  ['textarea', 'x'.repeat(65_537), INVALID],
  ['checkbox', true, true],
  ['checkbox', 'true', true],
  ['checkbox', '1', true],
  ['checkbox', '0', false],
  ['checkbox', 'perhaps', INVALID],
  ['date', '2026-02-28', '2026-02-28'],
  ['date', '2024-02-29T00:00:00+00:00', '2024-02-29'],
  ['date', '2026-02-29', INVALID],
  ['date', '2026-13-01', INVALID],
  ['date', '0001-01-01', '0001-01-01'],
  ['date', '0000-01-01', INVALID],
  ['date', 'tomorrow', INVALID],
  ['integer', '42', '42'],
  ['integer', 42, '42'],
  ['integer', '+5', '5'],
  ['integer', '-007', '-7'],
  ['integer', '-0', '0'],
  ['integer', '4.2', INVALID],
  ['integer', 4.2, INVALID],
  ['decimal', '1.5', '1.5'],
  ['decimal', -2, '-2'],
  ['decimal', 1e-7, '0.0000001'],
  ['decimal', '1'.repeat(401), INVALID],
  ['decimal', '.5', '0.5'],
  ['decimal', '-01.50', '-1.5'],
  ['decimal', '.', INVALID],
  ['decimal', '1,5', INVALID],
  ['regexp', '123', '123'],
  ['regexp', 'a123', INVALID],
  ['partialcreditcard', '4111 1111 1111 1234', `${'X'.repeat(9)}1234`],
  ['partialcreditcard', `${'X'.repeat(9)}1234`, `${'X'.repeat(9)}1234`],
  ['partialcreditcard', 'none', INVALID],
  ['tagger', 'gold', 'gold'],
  ['tagger', 'bronze', IGNORED],
  ['tagger', 'cafe\u0301', 'caf\u00e9'],
  ['multiselect', ['cafe\u0301', 'caf\u00e9'], ['caf\u00e9']],
  ['dropdown', 'silver', 'silver'],
  ['multiselect', ['gold', 'bronze', 'gold'], ['gold']],
  ['multiselect', 'gold silver', ['gold', 'silver']],
  ['multiselect', [], null],
  ['multiselect', ['bronze'], IGNORED],
  ['multiselect', 5, INVALID],
  ['lookup', 7, '7'],
  ['lookup', '007', '7'],
  ['lookup', 'x', INVALID],
]

test('each type stores what it accepts in one form and refuses or ignores the rest', () => {
  for (const [type, sent, read] of CASES) assert.deepEqual(readValue(sent, field(type)), read, `${type} ${JSON.stringify(sent)}`)
})

test('a stored value that is sent back is stored unchanged', () => {
  for (const type of Object.keys(FIELD_TYPES))
    fc.assert(
      fc.property(
        fc.oneof(
          fc.jsonValue(),
          fc.constantFrom<unknown>('gold', '2026-01-31', '12', '1.5', '4111111111111111', { toString: 0, valueOf: 0 }),
        ),
        (sent) => {
          const kept = readValue(sent, field(type))
          if (kept !== INVALID && kept !== IGNORED) assert.deepEqual(readValue(kept, field(type)), kept)
        },
      ),
      { numRuns: 3000, seed: 7 },
    )
})

test('options keep their ids by id or by value; removed and renamed ones are detected', () => {
  const before = [
    { id: 1, name: 'A', value: 'a', default: false },
    { id: 2, name: 'B', value: 'b', default: false },
    { id: 3, name: 'C', value: 'c', default: true },
  ]
  const after = draftOptions(before, [
    { value: 'b', name: 'Bee' },
    { id: 1, name: 'A', value: 'Alpha Beta' },
    { name: 'New', value: 'new' },
  ])
  assert.deepEqual(
    after.map(({ id, value }) => [id, value]),
    [
      [2, 'b'],
      [1, 'alpha_beta'],
      [null, 'new'],
    ],
  )
  assert.deepEqual(
    [...currentRenames(before, after)],
    [
      ['a', 'alpha_beta'],
      ['c', null],
    ],
  )
})

test('reading the maximum number of options takes linear time', () => {
  const count = 2000
  let reads = 0
  const makeWatchedOption = (id: number) => ({
    get id() {
      reads += 1
      return id
    },
    get value() {
      reads += 1
      return `v${id}`
    },
    name: 'Option',
    default: false,
  })
  const before = Array.from({ length: count }, (_, index) => makeWatchedOption(index + 1))
  const listInputs = (name: 'id' | 'value') => before.map((option) => ({ name: 'Again', [name]: option[name] }))
  assert.deepEqual(
    [draftOptions(before, listInputs('id')), draftOptions(before, listInputs('value'))].flat().filter((one) => one.id === null),
    [],
  )
  const renamed = before.map(({ id }) => ({ id, value: `w${id}` }))
  assert.equal(currentRenames(before, renamed).get('v2000'), 'w2000')
  assert.ok(reads < 20 * count, `${reads} reads`)
})

test('a changed value removes its old tag and adds the new one, but keeps tags that other values need', () => {
  const change = { field: field('tagger'), before: 'gold', after: 'silver' }
  assert.deepEqual(coupleTags(['gold', 'other'], [change]), ['other', 'silver'])
  assert.deepEqual(coupleTags(['gold'], [change], new Set(['gold'])), ['gold', 'silver'])
})

test('profiles are merged by key, shown with all active fields, and ignore unknown keys', () => {
  const fields = (['text', 'integer', 'checkbox', 'date', 'dropdown', 'multiselect'] as const).map((type, id) => ({
    ...field(type, { tag: type === 'checkbox' ? 'vip' : null }),
    id,
    key: type,
    title: type,
    active: true,
  }))
  const first = readProfile(fields, { text: 'kept' }, { integer: '5', checkbox: true, date: '2026-01-31', dropdown: 'gold', unknown: 1 }, [
    'x',
  ])
  assert.deepEqual(first.values, { text: 'kept', integer: 5, checkbox: true, date: '2026-01-31', dropdown: 'gold' })
  assert.deepEqual(first.tags, ['gold', 'vip', 'x'])
  assert.deepEqual(presentProfile(fields, first.values), {
    text: 'kept',
    integer: 5,
    checkbox: true,
    date: '2026-01-31T00:00:00+00:00',
    dropdown: 'gold',
    multiselect: [],
  })
  const second = readProfile(fields, first.values, { checkbox: false, text: null, integer: 'x' }, first.tags)
  assert.deepEqual(second.tags, ['gold', 'x'])
  assert.ok(!('text' in second.values))
  assert.deepEqual(Object.keys(second.problems), ['integer'])
})
