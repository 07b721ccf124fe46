import { type Policy, type PolicyKind, useDeletePolicy } from './queries.ts'
import { ConfirmedAct } from '#features/common/public.ts'
import { Strong } from '#kit/text.tsx'
import { policyKinds } from './kinds.ts'

interface DeletePolicyDialogProps {
  kind: PolicyKind
  policy: Policy
  /** `isDone`: it was deleted. */
  onClose: (isDone: boolean) => void
}

/** Asks to confirm the deletion of a policy, does it, and reports the result. */
export function DeletePolicyDialog({ kind, policy, onClose }: DeletePolicyDialogProps) {
  const { one, One, afterDeletion } = policyKinds[kind]
  const remove = useDeletePolicy(kind)
  return (
    <ConfirmedAct
      title={`Delete this ${one}?`}
      actionLabel="Delete"
      isDanger
      act={() => remove.mutateAsync(policy.id)}
      done={`${One} deleted`}
      onClose={onClose}
    >
      <p>
        <Strong>{policy.title}</Strong> {afterDeletion}
      </p>
    </ConfirmedAct>
  )
}
