// A list of policies, in the order in which they are matched.
// Does not belong here: one policy (PolicyPage.tsx), its form (PolicyForm.tsx).

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { reportError, Loaded } from '#features/common/public.ts'
import { policiesQuery, type Policy, type PolicyKind, useMovePolicy } from './queries.ts'
import { useRowOrder } from '#features/business_rules/public.ts'
import { type ListSearch, withWords } from '#kit/table/search.ts'
import { SearchableTable } from '#kit/table/SearchableTable.tsx'
import { pageOf } from '#kit/table/pages.ts'
import { Button } from '#kit/Button.tsx'
import { Card } from '#kit/Card.tsx'
import { EmptyState } from '#kit/EmptyState.tsx'
import { DragArea } from '#kit/MoveHandle.tsx'
import { Page } from '#kit/Page.tsx'
import type { RowAction } from '#kit/RowMenu.tsx'
import { ScreenReaderOnly } from '#kit/text.tsx'
import { showToast } from '#kit/toasts.tsx'
import { policyColumns } from './columns.tsx'
import { DeletePolicyDialog } from './DeletePolicyDialog.tsx'
import { policyKinds } from './kinds.ts'

interface PolicyListPageProps {
  kind: PolicyKind
  search: ListSearch
  /** `replace`: without a step in the history of the browser. */
  onSearch: (search: ListSearch, replace?: boolean) => void
}

/** The page of all policies of a kind. @source docs/reference/business_rules.md §6 */
export function PolicyListPage(props: PolicyListPageProps) {
  const { one, many, title, add, intro, whileNone } = policyKinds[props.kind]
  const open = useNavigate()
  return (
    <Page
      isList
      title={title}
      intro={intro}
      action={
        <Button kind="primary" onClick={() => void open({ to: add })}>
          Add {one}
        </Button>
      }
    >
      <Loaded query={useQuery(policiesQuery(props.kind))} noun={many}>
        {(policies) =>
          policies.length === 0 ? (
            <Card>
              <EmptyState icon="shapes" title={`No ${many} yet`}>
                Add one with the button above. {whileNone}
              </EmptyState>
            </Card>
          ) : (
            <PolicyList {...props} policies={policies} />
          )
        }
      </Loaded>
    </Page>
  )
}

function PolicyList({ kind, search, onSearch, policies }: PolicyListPageProps & { policies: readonly Policy[] }) {
  const { q = '', page = 1 } = search
  const { one, many, title } = policyKinds[kind]
  const [doomed, setDoomed] = useState<Policy>()
  const found = withWords(policies, q, ({ title: name, description }) => [name, description])
  const move = useMovePolicy(kind)
  const order = useRowOrder({
    rows: pageOf(found, page).entries,
    move: ({ id }, target) => move({ id, to: target.id }),
    groupOf: () => policies,
  })
  const actsOf = usePolicyActs(kind, policies)
  const searchFor = (text: string) => onSearch({ q: text }, true)
  return (
    <DragArea ref={order.area}>
      <SearchableTable
        label={title}
        searchLabel={`Search ${many}`}
        q={q}
        onSearch={searchFor}
        none={{ title: `No ${one} matches`, text: `None of the ${policies.length} policies has that text.` }}
        onShowAll={() => searchFor('')}
        entries={found}
        columns={policyColumns({ kind, onStep: order.step, onDrop: order.drop })}
        keyOf={({ id }) => id}
        nameOf={(policy) => policy.title}
        actionsOf={(policy) => [...actsOf(policy), { label: 'Delete', isDanger: true, onSelect: () => setDoomed(policy) }]}
        page={page}
        onPage={(next) => onSearch({ ...search, page: next })}
      />
      <ScreenReaderOnly role="status">{order.said}</ScreenReaderOnly>
      {doomed && <DeletePolicyDialog kind={kind} policy={doomed} onClose={() => setDoomed(undefined)} />}
    </DragArea>
  )
}

/** What can be done to a policy from the list, besides deleting it. */
function usePolicyActs(kind: PolicyKind, policies: readonly Policy[]): (policy: Policy) => RowAction[] {
  const { add, page } = policyKinds[kind]
  const navigate = useNavigate()
  const move = useMovePolicy(kind)
  const send = ({ id, title }: Policy, target: Policy | undefined, place: 'first' | 'last') =>
    void move({ id, to: target?.id ?? id }).then(() => showToast('success', `${title} is now ${place}`), reportError)
  return (policy) => [
    { label: 'Edit', onSelect: () => void navigate({ to: page, params: { id: String(policy.id) } }) },
    { label: 'Clone', onSelect: () => void navigate({ to: add, search: { copy_of: policy.id } }) },
    { label: 'Move to the top', onSelect: () => send(policy, policies[0], 'first') },
    { label: 'Move to the end', onSelect: () => send(policy, policies.at(-1), 'last') },
  ]
}
