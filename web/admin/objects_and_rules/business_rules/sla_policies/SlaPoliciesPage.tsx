// The list of SLA policies, in the order in which they are matched.
// Does not belong here: one policy (SlaPolicyPage.tsx), its form (SlaPolicyForm.tsx).

import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { slaPoliciesQuery, useMoveSlaPolicy } from '../../../../api/sla_policies.ts'
import type { SlaPolicy } from '../../../../api/rule_types.ts'
import { Loaded } from '../../../../parts/Loaded.tsx'
import { paths } from '../../../../paths.ts'
import { DragArea } from '../../../../rules/MoveHandle.tsx'
import { useRowOrder } from '../../../../rules/use_row_order.ts'
import { parseListSearch, withWords } from '../../../../table/search.ts'
import { SearchableTable } from '../../../../table/SearchableTable.tsx'
import { pageOf } from '../../../../table/pages.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Card } from '../../../../ui/Card.tsx'
import { EmptyState } from '../../../../ui/EmptyState.tsx'
import { Page } from '../../../../ui/Page.tsx'
import type { RowAction } from '../../../../ui/RowMenu.tsx'
import { ScreenReaderOnly } from '../../../../ui/text.tsx'
import { useShowToast } from '../../../../ui/toasts.tsx'
import { MenuTrail } from '../../../MenuTrail.tsx'
import { useReportError } from '../../../use_report_error.ts'
import { policyColumns } from './columns.tsx'
import { DeletePolicyDialog } from './DeletePolicyDialog.tsx'

/** The page at `paths.sla_policies`. @source docs/reference/business_rules.md §6 */
export function SlaPoliciesPage() {
  const open = useNavigate()
  return (
    <Page
      title="SLA policies"
      trail={<MenuTrail path={paths.sla_policies} />}
      intro="How soon tickets must be answered and solved. The first policy of this list whose conditions a ticket meets sets its targets."
      action={
        <Button kind="primary" onClick={() => void open({ to: paths.new_sla_policy })}>
          Add SLA policy
        </Button>
      }
    >
      <Loaded query={useQuery(slaPoliciesQuery)} noun="SLA policies">
        {(policies) =>
          policies.length === 0 ? (
            <Card>
              <EmptyState icon="shapes" title="No SLA policies yet">
                Add one with the button above. Until then tickets have no targets.
              </EmptyState>
            </Card>
          ) : (
            <PolicyList policies={policies} />
          )
        }
      </Loaded>
    </Page>
  )
}

function PolicyList({ policies }: { policies: readonly SlaPolicy[] }) {
  const { q = '', page = 1 } = useSearch({ from: `/admin${paths.sla_policies}` })
  const navigate = useNavigate({ from: paths.sla_policies })
  const [doomed, setDoomed] = useState<SlaPolicy>()
  const found = withWords(policies, q, ({ title, description }) => [title, description])
  const move = useMoveSlaPolicy()
  const order = useRowOrder({
    rows: pageOf(found, page).entries,
    move: ({ id }, target) => move({ id, to: target.id }),
    groupOf: () => policies,
  })
  const actsOf = usePolicyActs(policies)
  const search = (text: string) => navigate({ search: parseListSearch({ q: text }), replace: true })
  return (
    <DragArea ref={order.area}>
      <SearchableTable
        label="SLA policies"
        searchLabel="Search SLA policies"
        q={q}
        onSearch={search}
        none={{ title: 'No SLA policy matches', text: `None of the ${policies.length} policies has that text.` }}
        onShowAll={() => search('')}
        entries={found}
        columns={policyColumns({ onStep: order.step, onDrop: order.drop })}
        keyOf={({ id }) => id}
        nameOf={({ title }) => title}
        actionsOf={(policy) => [...actsOf(policy), { label: 'Delete', isDanger: true, onSelect: () => setDoomed(policy) }]}
        page={page}
        onPage={(next) => navigate({ search: (now) => parseListSearch({ ...now, page: next }) })}
      />
      <ScreenReaderOnly role="status">{order.said}</ScreenReaderOnly>
      {doomed && <DeletePolicyDialog policy={doomed} onClose={() => setDoomed(undefined)} />}
    </DragArea>
  )
}

/** What can be done to a policy from the list, besides deleting it. */
function usePolicyActs(policies: readonly SlaPolicy[]): (policy: SlaPolicy) => RowAction[] {
  const navigate = useNavigate()
  const move = useMoveSlaPolicy()
  const showToast = useShowToast()
  const reportError = useReportError()
  const send = ({ id, title }: SlaPolicy, target: SlaPolicy | undefined, place: 'first' | 'last') =>
    void move({ id, to: target?.id ?? id }).then(() => showToast('success', `${title} is now ${place}`), reportError)
  return (policy) => [
    { label: 'Edit', onSelect: () => void navigate({ to: paths.sla_policy, params: { id: String(policy.id) } }) },
    { label: 'Clone', onSelect: () => void navigate({ to: paths.new_sla_policy, search: { copy_of: policy.id } }) },
    { label: 'Move to the top', onSelect: () => send(policy, policies[0], 'first') },
    { label: 'Move to the end', onSelect: () => send(policy, policies.at(-1), 'last') },
  ]
}
