import { useDeleteSlaPolicy } from '../../../../api/sla_policies.ts'
import type { SlaPolicy } from '../../../../api/rule_types.ts'
import { ConfirmedAct } from '../../../../parts/ConfirmedAct.tsx'
import { Strong } from '../../../../ui/text.tsx'

interface DeletePolicyDialogProps {
  policy: SlaPolicy
  /** `isDone`: it was deleted. */
  onClose: (isDone: boolean) => void
}

/** Asks to confirm the deletion of an SLA policy, does it, and reports the result. */
export function DeletePolicyDialog({ policy, onClose }: DeletePolicyDialogProps) {
  const remove = useDeleteSlaPolicy()
  return (
    <ConfirmedAct
      title="Delete this SLA policy?"
      actionLabel="Delete"
      isDanger
      act={() => remove.mutateAsync(policy.id)}
      done="SLA policy deleted"
      onClose={onClose}
    >
      <p>
        <Strong>{policy.title}</Strong> cannot be brought back. Tickets keep its targets until they are updated; then the next policy that
        matches sets theirs.
      </p>
    </ConfirmedAct>
  )
}
