// Dry runs: what a draft of a rule would do, without saving it or changing anything.
// Does not belong here: saving rules (rules.ts).

import { call } from '#contract/client.ts'
import { useMutation } from '#contract/mutation.ts'
import type { Answer } from '#contract/operation.ts'
import type { RuleInput, RuleKind } from './rule_records.ts'

/** A trigger tried on past updates. */
export type TriggerDryRun = Answer<'POST /api/v2/deskhand/triggers/dry_run'>['dry_run']
/** An update that it fires on, or that ends otherwise because of it. */
export type TriedUpdate = TriggerDryRun['samples'][number]
/** An automation tried on the tickets as they are. */
export type AutomationDryRun = Answer<'POST /api/v2/deskhand/automations/dry_run'>['dry_run']

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
  return useMutation({
    mutationFn: async ({ rule, id, days }: Trial): Promise<DryRun> => {
      const draft = { ...rule, ...(id === undefined ? {} : { id }) }
      if (kind === 'triggers')
        return { kind, result: (await call('POST /api/v2/deskhand/triggers/dry_run', { body: { trigger: draft, days } })).dry_run }
      return {
        kind: 'automations',
        result: (await call('POST /api/v2/deskhand/automations/dry_run', { body: { automation: draft } })).dry_run,
      }
    },
  })
}
