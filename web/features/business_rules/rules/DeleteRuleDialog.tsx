import { useDeleteRule } from '../queries/rules.ts'
import type { ListedRule, RuleKind } from '../queries/rule_records.ts'
import { ConfirmedAct } from '#features/common/public.ts'
import { Strong } from '#kit/text.tsx'
import { capitalize } from '#kit/words.ts'
import { ruleKinds } from './kinds.ts'

interface DeleteRuleDialogProps {
  kind: RuleKind
  rule: ListedRule
  /** `isDone`: it was deleted. */
  onClose: (isDone: boolean) => void
}

/** Asks to confirm the deletion of a rule, does it, and reports the result. */
export function DeleteRuleDialog({ kind, rule, onClose }: DeleteRuleDialogProps) {
  const { one, afterDeletion } = ruleKinds[kind]
  const remove = useDeleteRule(kind)
  return (
    <ConfirmedAct
      title={`Delete this ${one}?`}
      actionLabel="Delete"
      isDanger
      act={() => remove.mutateAsync(rule.id)}
      done={`${capitalize(one)} deleted`}
      onClose={onClose}
    >
      <p>
        <Strong>{rule.title}</Strong> {afterDeletion}
      </p>
    </ConfirmedAct>
  )
}
