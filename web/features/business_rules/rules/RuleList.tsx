// A list of rules of one kind: found by text, state and category, switched on and off, ordered, copied, deleted.
// Does not belong here: one rule (RuleEditor.tsx), the columns (columns.tsx).

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { RULES_PER_PAGE, type RuleFilter, type RulePage, rulesQuery } from '../queries/rules.ts'
import type { ListedRule, RuleKind } from '../queries/rule_records.ts'
import { useMoveRule } from '../queries/rule_order.ts'
import { triggerCategoriesQuery } from '../queries/trigger_categories.ts'
import { Loaded } from '#features/common/public.ts'
import { Pager } from '#kit/table/Pager.tsx'
import { makeServedPage } from '#kit/table/pages.ts'
import { PlainTable } from '#kit/table/PlainTable.tsx'
import { Button } from '#kit/Button.tsx'
import { Card, Toolbar } from '#kit/Card.tsx'
import { EmptyState } from '#kit/EmptyState.tsx'
import { DragArea } from '#kit/MoveHandle.tsx'
import { RowMenu } from '#kit/RowMenu.tsx'
import { SearchField } from '#kit/SearchField.tsx'
import { Segments } from '#kit/Segments.tsx'
import { ScreenReaderOnly } from '#kit/text.tsx'
import { ruleColumns } from './columns.tsx'
import { DeleteRuleDialog } from './DeleteRuleDialog.tsx'
import { ruleKinds } from './kinds.ts'
import type { RuleSearch } from './search.ts'
import { useAudiences } from './use_audiences.ts'
import { useRowOrder } from './use_row_order.ts'
import { useRuleActs } from './use_rule_acts.ts'

export interface RuleListProps {
  kind: RuleKind
  search: RuleSearch
  /** `replace`: without a step in the history of the browser. */
  onSearch: (search: RuleSearch, replace?: boolean) => void
  /** More filters beside the search. */
  filters?: ReactNode
}

const states = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
] as const

/** The list with its search and filters. */
export function RuleList({ kind, search, onSearch, filters }: RuleListProps) {
  const { many } = ruleKinds[kind]
  const { q = '', state, category, access, page = 1 } = search
  const active = state === undefined ? undefined : state === 'active'
  const filter: RuleFilter = { q, active, category: category === undefined ? undefined : String(category), access, page }
  const { page: _page, ...first } = search
  return (
    <>
      <Toolbar>
        <SearchField label={`Search ${many}`} value={q} onChange={(text) => onSearch({ ...first, q: text }, true)} />
        {filters}
        <Segments
          label="State"
          segments={states}
          value={state ?? 'all'}
          onChange={(value) => {
            const { state: _state, ...rest } = first
            onSearch(value === 'all' ? rest : { ...rest, state: value }, true)
          }}
        />
      </Toolbar>
      <Loaded query={useQuery(rulesQuery(kind, filter))} noun={many}>
        {(found) => (
          <Card>
            {found.rules.length === 0 && page === 1 ? (
              <NoRules
                kind={kind}
                isFiltered={q.trim() !== '' || state !== undefined || category !== undefined || access !== undefined}
                onShowAll={() => onSearch({}, true)}
              />
            ) : (
              <FoundRules kind={kind} found={found} filter={filter} onPage={(next) => onSearch({ ...search, page: next })} />
            )}
          </Card>
        )}
      </Loaded>
    </>
  )
}

function NoRules({ kind, isFiltered, onShowAll }: { kind: RuleKind; isFiltered: boolean; onShowAll: () => void }) {
  const { one, many } = ruleKinds[kind]
  if (!isFiltered)
    return (
      <EmptyState icon="shapes" title={`No ${many} yet`}>
        Add one with the button above.
      </EmptyState>
    )
  return (
    <EmptyState icon="search" title={`No ${one} matches`} action={<Button onClick={onShowAll}>Show all</Button>}>
      None has that text and fits the filters.
    </EmptyState>
  )
}

interface FoundRulesProps {
  kind: RuleKind
  found: RulePage
  filter: RuleFilter
  onPage: (page: number) => void
}

function FoundRules({ kind, found, filter, onPage }: FoundRulesProps) {
  const { rules, count } = found
  const acts = useRuleActs(kind)
  const move = useMoveRule(kind, filter)
  const order = useRowOrder({
    rows: rules,
    move: ({ id }, target) => move({ id, to: target.id }),
    groupOf: (rule) => rules.filter(({ category_id }) => category_id === rule.category_id),
  })
  const [doomed, setDoomed] = useState<ListedRule>()
  const { data: categories = [] } = useQuery({ ...triggerCategoriesQuery, enabled: kind === 'triggers' })
  const audienceOf = useAudiences(rules)
  const shown = makeServedPage(rules, filter.page, count, RULES_PER_PAGE)
  const columns = ruleColumns({
    kind,
    rules,
    categories: new Map(categories.map(({ id, name }) => [id, name])),
    audienceOf,
    onStep: order.step,
    onDrop: order.drop,
    onSwitch: acts.setActive,
  })
  return (
    <DragArea ref={order.area}>
      <PlainTable
        label={ruleKinds[kind].title}
        entries={rules}
        columns={columns}
        keyOf={({ id }) => id}
        menuOf={(rule) => (
          <RowMenu
            label={`Actions for ${rule.title}`}
            actions={[...acts.menuOf(rule), { label: 'Delete', isDanger: true, onSelect: () => setDoomed(rule) }]}
          />
        )}
      />
      <ScreenReaderOnly role="status">{order.said}</ScreenReaderOnly>
      {shown.page_count > 1 && <Pager {...shown} onPage={onPage} />}
      {doomed && <DeleteRuleDialog kind={kind} rule={doomed} onClose={() => setDoomed(undefined)} />}
    </DragArea>
  )
}
