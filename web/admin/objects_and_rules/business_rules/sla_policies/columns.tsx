import { createLink } from '@tanstack/react-router'
import type { SlaPolicy } from '../../../../api/rule_types.ts'
import { paths } from '../../../../paths.ts'
import { Named } from '../../../../rules/columns.tsx'
import { MoveHandle } from '../../../../rules/MoveHandle.tsx'
import type { Column } from '../../../../table/PlainTable.tsx'
import { RelativeTime } from '../../../../ui/RelativeTime.tsx'
import { SecondLine, TextAnchor } from '../../../../ui/text.tsx'
import { metrics } from './targets.ts'

const TextLink = createLink(TextAnchor)

interface ColumnsInput {
  /** The policy goes by one or to the place of the policy at an index of the page. */
  onStep: (policy: SlaPolicy, by: -1 | 1) => void
  onDrop: (policy: SlaPolicy, index: number) => void
}

/** The columns of the list of SLA policies. */
export function policyColumns({ onStep, onDrop }: ColumnsInput): readonly Column<SlaPolicy>[] {
  return [
    {
      title: 'Name',
      render: (policy) => (
        <Named>
          <MoveHandle label={`Move ${policy.title}`} onStep={(by) => onStep(policy, by)} onDrop={(index) => onDrop(policy, index)} />
          <div>
            <TextLink to={paths.sla_policy} params={{ id: String(policy.id) }}>
              {policy.title}
            </TextLink>
            {policy.description && <SecondLine>{policy.description}</SecondLine>}
          </div>
        </Named>
      ),
    },
    { title: 'Measures', width: '34%', render: measured },
    { title: 'Changed', width: '130px', render: ({ updated_at }) => <RelativeTime at={updated_at} /> },
  ]
}

/** "First reply time, total resolution time" */
function measured({ policy_metrics }: SlaPolicy): string {
  const used = new Set(policy_metrics.map(({ metric }) => metric))
  const titles = metrics.filter(({ value }) => used.has(value)).map(({ title }) => title)
  return titles.length === 0 ? 'Nothing' : titles.map((title, index) => (index === 0 ? title : title.toLowerCase())).join(', ')
}
