/**
 * The views of a fresh instance: data only. Their titles are names, which are written out when they are shown.
 * @source docs/reference/business_rules.md §8
 */

interface FreshView {
  readonly key: string
  readonly title: string
  readonly active: boolean
  readonly position: number
  readonly conditions: { readonly all: readonly unknown[]; readonly any: readonly unknown[] }
  readonly output: Readonly<Record<string, unknown>>
}

type Direction = 'asc' | 'desc'

/** What tickets are grouped and sorted by. */
interface Shown {
  readonly columns: readonly string[]
  readonly group?: readonly [column: string, order: Direction]
  readonly sort: readonly [column: string, order: Direction]
}

const FIRST_COLUMNS = ['subject', 'requester', 'created']
/** The position of those that stand behind the first ones, before the views an account makes. */
const LAST = 9999

const is = (field: string, value: string) => ({ field, operator: 'is', value })
const makeBelowCondition = (field: string, value: string) => ({ field, operator: 'less_than', value })
const unsolved = makeBelowCondition('status', 'solved')

function view(key: string, position: number, all: readonly unknown[], { columns, group, sort }: Shown): FreshView {
  const [group_by, group_order] = group ?? [null, 'desc']
  return {
    key,
    title: `{{zd.${key}}}`,
    active: true,
    position,
    conditions: { all, any: [] },
    output: { columns: [...FIRST_COLUMNS, ...columns], group_by, group_order, sort_by: sort[0], sort_order: sort[1] },
  }
}

const makeTaskView = (key: string, position: number, more: readonly unknown[]): FreshView => ({
  ...view(key, position, [unsolved, is('type', 'task'), ...more], {
    columns: ['assignee', 'due_date'],
    group: ['due_date', 'asc'],
    sort: ['assignee', 'desc'],
  }),
  active: false,
})

/** The views that ship with an instance. */
export const FRESH_VIEWS: readonly FreshView[] = [
  view('your_unsolved_tickets', 0, [unsolved, is('assignee_id', 'current_user')], {
    columns: ['type', 'priority'],
    group: ['status', 'asc'],
    sort: ['nice_id', 'desc'],
  }),
  view('unassigned_tickets', 1, [unsolved, is('assignee_id', '')], { columns: ['priority', 'group'], sort: ['created', 'desc'] }),
  view('all_unsolved_tickets', 2, [unsolved], { columns: ['priority', 'updated'], group: ['assignee', 'asc'], sort: ['nice_id', 'desc'] }),
  view('recently_updated_tickets', 3, [makeBelowCondition('updated_at', '24'), makeBelowCondition('status', 'closed')], {
    columns: ['group', 'assignee'],
    group: ['status', 'asc'],
    sort: ['updated', 'desc'],
  }),
  makeTaskView('current_tasks', 11, []),
  makeTaskView('overdue_tasks', 12, [{ field: 'due_at', operator: 'greater_than', value: '0' }]),
  view('new_tickets_in_group', LAST, [unsolved, is('assignee_id', ''), is('group_id', 'current_groups')], {
    columns: ['priority', 'assignee'],
    group: ['group', 'desc'],
    sort: ['created', 'desc'],
  }),
  view('pending_tickets', LAST, [is('status', 'pending')], {
    columns: ['priority', 'group', 'assignee'],
    group: ['updated', 'asc'],
    sort: ['nice_id', 'desc'],
  }),
  view('recently_solved_tickets', LAST, [is('status', 'solved'), makeBelowCondition('SOLVED', '120')], {
    columns: ['solved', 'priority', 'group'],
    group: ['assignee', 'asc'],
    sort: ['solved', 'desc'],
  }),
  view('unsolved_tickets_in_group', LAST, [unsolved, is('group_id', 'current_groups')], {
    columns: ['status'],
    group: ['group', 'desc'],
    sort: ['nice_id', 'desc'],
  }),
]
