// Dry runs: what a draft of a rule would do, without saving it or changing anything.
// Does not belong here: saving rules (rules.ts).

import { useQueryClient } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { request } from './client.ts'
import { useMutation } from './mutation.ts'
import { type RuleInput, type RuleKind, SINGULAR } from './rules.ts'
import { csrfToken } from './session.ts'
import type { AutomationDryRun, TriggerDryRun } from './rule_types.ts'

/** The kinds of rules that can be tried: those that run by themselves. */
export type TriedKind = Extract<RuleKind, 'triggers' | 'automations'>

const TRIED: readonly RuleKind[] = ['triggers', 'automations']

/** Whether a rule of this kind can be tried. */
export const isTried = (kind: RuleKind): kind is TriedKind => TRIED.includes(kind)

/** What came of a dry run, with the kind of the rule. */
export type DryRun =
  | { readonly kind: 'triggers'; readonly result: TriggerDryRun }
  | { readonly kind: 'automations'; readonly result: AutomationDryRun }

/** What is tried. */
export interface Trial {
  rule: Omit<RuleInput, 'description'>
  /** The saved rule whose place it takes; undefined for a new one. */
  id: number | undefined
  /** For triggers: how many past days the updates are from. */
  days: number
}

/** Tries a draft; it is neither saved nor performed. */
export function useDryRun(kind: RuleKind) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ rule, id, days }: Trial): Promise<DryRun> => {
      const draft = { ...rule, ...(id === undefined ? {} : { id }) }
      const body = { [SINGULAR[kind]]: draft, ...(kind === 'triggers' ? { days } : {}) }
      const options = { method: 'POST', body, csrf_token: await csrfToken(queryClient) } as const
      if (kind === 'triggers')
        return { kind, result: (await request<{ dry_run: TriggerDryRun }>(endpoints.dry_run(kind), options)).dry_run }
      return { kind: 'automations', result: (await request<{ dry_run: AutomationDryRun }>(endpoints.dry_run(kind), options)).dry_run }
    },
  })
}
