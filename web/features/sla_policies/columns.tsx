import { createLink } from '@tanstack/react-router'
import type { Policy, PolicyKind } from './queries.ts'
import type { Column } from '#kit/table/PlainTable.tsx'
import { MovedCell, MoveHandle } from '#kit/MoveHandle.tsx'
import { RelativeTime } from '#kit/RelativeTime.tsx'
import { SecondLine, TextAnchor } from '#kit/text.tsx'
import { policyKinds } from './kinds.ts'
import { priorities, timeOf } from './targets.ts'

const TextLink = createLink(TextAnchor)

interface ColumnsInput {
  kind: PolicyKind
  /** The policy goes by one or to the place of the policy at an index of the page. */
  onStep: (policy: Policy, by: -1 | 1) => void
  onDrop: (policy: Policy, index: number) => void
}

/** The columns of a list of policies. */
export function policyColumns({ kind, onStep, onDrop }: ColumnsInput): readonly Column<Policy>[] {
  return [
    {
      title: 'Name',
      render: (policy) => (
        <MovedCell>
          <MoveHandle label={`Move ${policy.title}`} onStep={(by) => onStep(policy, by)} onDrop={(index) => onDrop(policy, index)} />
          <div>
            <TextLink to={policyKinds[kind].page} params={{ id: String(policy.id) }}>
              {policy.title}
            </TextLink>
            {policy.description && <SecondLine>{policy.description}</SecondLine>}
          </div>
        </MovedCell>
      ),
    },
    {
      title: policyKinds[kind].metrics.length === 1 ? 'Targets' : 'Measures',
      width: '34%',
      render: (policy) => describeMeasures(kind, policy),
    },
    { title: 'Changed', width: '112px', render: ({ updated_at }) => <RelativeTime at={updated_at} /> },
  ]
}

/** "First reply time, total resolution time"; where there is one metric, "Urgent 30m, low 8h". */
function describeMeasures(kind: PolicyKind, { policy_metrics }: Policy): string {
  const { metrics, unit_seconds } = policyKinds[kind]
  const used = new Set(policy_metrics.map(({ metric }) => metric))
  const targets = priorities.flatMap(({ value, title }) => {
    const found = policy_metrics.find(({ priority }) => priority === value)
    return found === undefined ? [] : [`${title} ${timeOf(found.target * unit_seconds)}`]
  })
  const names = metrics.length === 1 ? targets : metrics.filter(({ value }) => used.has(value)).map(({ title }) => title)
  return names.length === 0 ? 'Nothing' : names.map((name, index) => (index === 0 ? name : name.toLowerCase())).join(', ')
}
