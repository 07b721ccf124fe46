import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { View } from '../queries/rule_records.ts'
import type { ViewDefinitions, ViewPreview } from '../queries/views.ts'
import { outputProblems } from './output_problems.ts'
import { cellOf, countSentence, fieldsWithOptions, groupRows, previewNames } from './preview_values.ts'
import { contentOf, copyOf, draftOf, emptyColumn, inputOf } from './view_draft.ts'

const makeColumn = (id: string | number) => ({ id, title: String(id), filterable: true, sortable: true })
const view: View = {
  url: '',
  id: 7,
  title: 'Pending tickets',
  raw_title: '{{zd.pending_tickets}}',
  description: null,
  active: true,
  position: 9999,
  default: false,
  created_at: '2026-02-01T00:00:00Z',
  updated_at: '2026-02-01T00:00:00Z',
  restriction: { type: 'Group', id: 3, ids: [3, 4] },
  conditions: { all: [{ field: 'status', operator: 'is', value: 'pending' }], any: [] },
  execution: {
    group_by: 'status',
    group_order: 'asc',
    sort_by: null,
    sort_order: 'desc',
    group: null,
    sort: null,
    columns: [makeColumn('subject'), makeColumn(360)],
    fields: [],
    custom_fields: [],
  },
}

test('a view is sent as it was read, and keeps a title that is stored as a name', () => {
  const draft = draftOf(view)
  assert.equal(draft.title, 'Pending tickets')
  const { title, raw_title, restriction, output } = inputOf(draft, view.raw_title)
  assert.deepEqual([title, raw_title], ['Pending tickets', '{{zd.pending_tickets}}'])
  assert.deepEqual(restriction, { type: 'Group', ids: [3, 4] })
  assert.deepEqual(output, { columns: ['subject', '360'], group_by: 'status', group_order: 'asc', sort_by: null, sort_order: 'desc' })
  const { title: copied, active } = copyOf(view)
  assert.deepEqual([copied, active, inputOf(copyOf(view), undefined).raw_title], ['Copy of Pending tickets', false, undefined])
})

test('the preview leaves out lines that are not complete, and the input columns that are not chosen', () => {
  const draft = draftOf(undefined)
  const unchosen = { key: 1, field: '', operator: '', value: '' }
  assert.equal(contentOf({ ...draft, all: [unchosen] }), undefined)
  const content = contentOf({ ...draft, any: [unchosen], columns: [...draft.columns, emptyColumn()] })
  assert.deepEqual(content?.conditions, { all: [{ field: 'status', operator: 'less_than', value: 'solved' }], any: [] })
  assert.equal(content?.output.columns.length, 6)
  assert.equal(inputOf({ ...draft, all: [unchosen] }, undefined).conditions?.all.length, 1)
})

test('each sentence on the output or the restriction is placed at its part', () => {
  const sentences = [
    'Invalid columns. At most 10 columns can be selected.',
    'Invalid columns: there is no column "x".',
    'Invalid sort_by: tickets cannot be sorted by "description".',
    'Restriction: a group is required',
    'Invalid view. Something else.',
  ]
  assert.deepEqual(outputProblems(sentences), {
    columns: 'At most 10 columns can be selected. There is no column "x".',
    sort: 'Tickets cannot be sorted by "description".',
    audience: 'A group is required',
    rest: ['Invalid view. Something else.'],
  })
})

const definitions: ViewDefinitions = {
  conditions_all: [
    {
      title: 'Status',
      subject: 'status',
      type: 'list',
      group: 'ticket',
      nullable: false,
      repeatable: false,
      operators: [],
      values: [{ value: 'open', title: 'Open', enabled: true }],
    },
  ],
  conditions_any: [],
  groupables: [],
  output: [],
  sortables: [],
}
const table: ViewPreview = {
  rows: [
    {
      ticket: { id: 1 },
      requester_id: 5,
      organization_id: 6,
      status: 'open',
      created: '2026-02-01T00:00:00Z',
      360: ['a', 'b'],
      370: '2026-12-31',
      subject: '',
      group: 'open',
    },
    {
      ticket: { id: 2 },
      requester_id: 9,
      organization_id: null,
      status: 'odd',
      created: null,
      360: true,
      subject: 'Printer',
      group: 'odd',
    },
  ],
  groups: [
    { id: 'open', name: 'open', order: 0 },
    { id: 'odd', name: 'odd', order: 1 },
    { id: null, name: null, order: 2 },
  ],
  columns: [{ ...makeColumn(370), type: 'date' }],
  view: {},
  users: [{ id: 5, name: 'Ada', url: '' }],
  organizations: [{ id: 6, name: 'Analytical', url: '' }],
  count: 2,
  group_by: 'status',
}

test('cells show names for ids and words, and moments as such', () => {
  const options = [{ value: 'a', name: 'Apple' }].map((option) => ({ ...option, id: 1, raw_name: option.name, default: false }))
  const names = previewNames(table, definitions, [{ id: 360, custom_field_options: options }])
  const readRow = (index: number) =>
    ['requester', 'organization', 'status', 'created', '360', 'subject'].map((name) => cellOf(name, table.rows[index] ?? {}, names))
  assert.deepEqual(readRow(0), [
    { text: 'Ada' },
    { text: 'Analytical' },
    { text: 'Open' },
    { at: '2026-02-01T00:00:00Z' },
    { text: 'Apple, b' },
    { text: '–' },
  ])
  assert.deepEqual(cellOf('370', table.rows[0] ?? {}, names), { text: '31 Dec 2026' })
  assert.deepEqual(readRow(1), [{ text: '9' }, { text: '–' }, { text: 'odd' }, { text: '–' }, { text: 'Yes' }, { text: 'Printer' }])
  assert.deepEqual(
    groupRows(table, names).map(({ title, rows }) => [title, rows.length]),
    [
      [{ text: 'Open' }, 1],
      [{ text: 'odd' }, 1],
      [{ text: '(nothing)' }, 0],
    ],
  )
  assert.deepEqual(
    fieldsWithOptions({ columns: [{ ...makeColumn(360), type: 'tagger' }, makeColumn('status')], group_by: '370' }),
    [360, 370],
  )
  assert.deepEqual(groupRows({ ...table, group_by: null }, names).length, 1)
})

test('a count says whether all of the tickets are shown', () => {
  assert.equal(countSentence(0, 0), 'No ticket matches now.')
  assert.equal(countSentence(2, 2), '2 tickets match now.')
  assert.equal(countSentence(1200, 10), '1,200 tickets match now. The first 10 are shown.')
  assert.equal(countSentence(100_000, 10), '100,000 tickets or more match now. The first 10 are shown.')
})
