import { useNavigate } from '@tanstack/react-router'
import { useSaveRule } from '../queries/rules.ts'
import type { RuleInput, RuleKind } from '../queries/rule_records.ts'
import { showToast } from '#kit/toasts.tsx'
import { capitalize } from '#kit/words.ts'
import { ruleKinds } from './kinds.ts'

/** What the form of a rule needs to save it: the one with `id`, or a new one, whose page is opened then. */
export function useEditor(kind: RuleKind, id: number | undefined) {
  const { one, list, page } = ruleKinds[kind]
  const save = useSaveRule(kind)
  const navigate = useNavigate()
  return {
    error: save.error,
    isBusy: save.isPending,
    /** `onSaved`: the form shows what is saved now. */
    onSave: (input: RuleInput, onSaved: () => void) =>
      save.mutate(
        { ...input, id },
        {
          onSuccess: (saved) => {
            onSaved()
            showToast('success', `${capitalize(one)} saved`)
            if (id === undefined) void navigate({ to: page, params: { id: String(saved.id) }, replace: true, ignoreBlocker: true })
          },
        },
      ),
    onCancel: () => void navigate({ to: list }),
  }
}
