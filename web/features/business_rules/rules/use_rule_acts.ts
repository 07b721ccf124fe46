import { useNavigate } from '@tanstack/react-router'
import { reportError } from '#features/common/public.ts'
import { usePlaceRule } from '../queries/rule_order.ts'
import { useSaveRule } from '../queries/rules.ts'
import type { ListedRule, RuleKind } from '../queries/rule_records.ts'
import { paths } from '#lib/paths.ts'
import type { RowAction } from '#kit/RowMenu.tsx'
import { showToast } from '#kit/toasts.tsx'
import { ruleKinds } from './kinds.ts'

/** What can be done to a rule from a list, besides deleting it. */
export function useRuleActs(kind: RuleKind) {
  const { page, add } = ruleKinds[kind]
  const navigate = useNavigate()
  const save = useSaveRule(kind)
  const place = usePlaceRule(kind)
  const send = (rule: ListedRule, to: 'first' | 'last') =>
    place.mutate({ rule, place: to }, { onSuccess: () => showToast('success', `${rule.title} is now ${to}`), onError: reportError })
  return {
    setActive: (rule: ListedRule, active: boolean) =>
      save.mutate(
        { id: rule.id, active },
        { onSuccess: () => showToast('success', active ? 'Activated' : 'Deactivated'), onError: reportError },
      ),
    menuOf: (rule: ListedRule): RowAction[] => [
      { label: 'Edit', onSelect: () => void navigate({ to: page, params: { id: String(rule.id) } }) },
      { label: 'Clone', onSelect: () => void navigate({ to: add, search: { copy_of: rule.id } }) },
      ...(kind === 'triggers'
        ? [{ label: 'History', onSelect: () => void navigate({ to: paths.trigger_revisions, params: { id: String(rule.id) } }) }]
        : []),
      { label: 'Move to the top', onSelect: () => send(rule, 'first') },
      { label: 'Move to the end', onSelect: () => send(rule, 'last') },
    ],
  }
}
