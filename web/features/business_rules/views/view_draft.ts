// The values of the form of a view, and what is sent for them. Pure.
// Does not belong here: drawing them (ViewForm.tsx), validation; the server does that.

import type { Direction, RuleInput, View, ViewOutput } from '../queries/rule_records.ts'
import type { ViewContent } from '../queries/views.ts'
import { type AudienceDraft, audienceOf, restrictionOf } from '../rules/audience.ts'
import type { ConditionEntry } from '../rules/entries.ts'
import { conditionsOf } from '../rules/rule_draft.ts'
import { newKey, withKeys } from '#lib/keyed.ts'

/** A column in the form; '' while none is chosen. */
export interface ColumnEntry {
  readonly key: number
  readonly name: string
}

/** How the tickets are grouped and sorted; '' for not at all. */
export interface OrderDraft {
  group_by: string
  group_order: Direction
  sort_by: string
  sort_order: Direction
}

export interface ViewDraft extends AudienceDraft, OrderDraft {
  title: string
  description: string
  active: boolean
  all: readonly ConditionEntry[]
  any: readonly ConditionEntry[]
  columns: readonly ColumnEntry[]
}

/** What a new view shows. @source docs/reference/business_rules.md §5.5 */
const USUAL_COLUMNS = ['subject', 'requester', 'created', 'updated', 'group', 'assignee']
const UNSOLVED = { field: 'status', operator: 'less_than', value: 'solved' }

export const emptyColumn = (): ColumnEntry => ({ key: newKey(), name: '' })
const columnsOf = (names: readonly string[]) => withKeys(names.map((name) => ({ name })))

/** The titles of views that ship with an instance are stored as names of texts. */
const hasNamedTitle = (raw_title: string) => /\{\{\s*zd\./.test(raw_title)

/** The form of a view, or of a new one: the tickets that are not solved, the newest first. */
export function draftOf(view: View | undefined): ViewDraft {
  if (view === undefined)
    return {
      title: '',
      description: '',
      active: true,
      ...audienceOf(null),
      all: withKeys([UNSOLVED]),
      any: [],
      columns: columnsOf(USUAL_COLUMNS),
      group_by: '',
      group_order: 'asc',
      sort_by: 'created',
      sort_order: 'desc',
    }
  const { title, raw_title, description, active, restriction, conditions, execution } = view
  const { columns, group_by, group_order, sort_by, sort_order } = execution
  return {
    title: hasNamedTitle(raw_title) ? title : raw_title,
    description: description ?? '',
    active,
    ...audienceOf(restriction),
    all: withKeys(conditions.all),
    any: withKeys(conditions.any),
    columns: columnsOf(columns.map(({ id }) => String(id))),
    group_by: group_by ?? '',
    group_order,
    sort_by: sort_by ?? '',
    sort_order,
  }
}

/** The form of a copy of a view. It is not active yet; one for a single person becomes that of the person who saves it. */
export function copyOf(view: View): ViewDraft {
  const draft = draftOf(view)
  return { ...draft, title: `Copy of ${draft.title}`, active: false, owner_id: null }
}

function outputOf({ columns, group_by, group_order, sort_by, sort_order }: ViewDraft): ViewOutput {
  const names = columns.map(({ name }) => name).filter((name) => name !== '')
  return { columns: names, group_by: group_by === '' ? null : group_by, group_order, sort_by: sort_by === '' ? null : sort_by, sort_order }
}

/** What is saved of a form. `raw_title`: the title as it is stored now, so that a named one stays if it is not changed. */
export function inputOf(draft: ViewDraft, raw_title: string | undefined): RuleInput {
  const { title, description, active } = draft
  return {
    title,
    description,
    active,
    restriction: restrictionOf(draft),
    conditions: conditionsOf(draft),
    output: outputOf(draft),
    ...(raw_title !== undefined && hasNamedTitle(raw_title) ? { raw_title } : {}),
  }
}

/** What the preview of a form shows: lines without a field are left out. Undefined if no condition has one. */
export function contentOf(draft: ViewDraft): ViewContent | undefined {
  const filterChosen = (entries: readonly ConditionEntry[]) => entries.filter(({ field }) => field !== '')
  const all = filterChosen(draft.all)
  const any = filterChosen(draft.any)
  return all.length + any.length === 0 ? undefined : { conditions: conditionsOf({ all, any }), output: outputOf(draft) }
}
