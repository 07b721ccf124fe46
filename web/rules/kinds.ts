// The kinds of rules that have pages of their own, in words and addresses.

import type { RuleKind } from '../api/rules.ts'
import { paths } from '../paths.ts'

export const ruleKinds = {
  triggers: {
    one: 'trigger',
    many: 'triggers',
    title: 'Triggers',
    list: paths.triggers,
    add: paths.new_trigger,
    page: paths.trigger,
    intro:
      'Triggers run when a ticket is created or updated, from the first to the last of this list, each at most once for an update. What one changes, those after it see.',
    hint: 'What the ticket is, and what the update changes.',
  },
  automations: {
    one: 'automation',
    many: 'automations',
    title: 'Automations',
    list: paths.automations,
    add: paths.new_automation,
    page: paths.automation,
    intro: 'Automations run once an hour, from the first to the last of this list, on every ticket that meets their conditions.',
    hint: 'An automation needs a condition or an action that keeps it from doing the same to a ticket again and again.',
  },
} as const satisfies Record<RuleKind, object>
