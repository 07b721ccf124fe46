// The kinds of rules that have pages of their own: in words and addresses, and what they have.

import type { RuleKind } from '../queries/rule_records.ts'
import { paths } from '#lib/paths.ts'
import { SKIPPED } from './definitions.ts'

interface KindOfRule {
  /** In the middle of a sentence. */
  one: string
  many: string
  title: string
  list: string
  add: string
  page: string
  /** What the list says about all of them. */
  intro: string
  /** What the form says above the conditions. */
  hint: string
  /** What follows from a deletion, after the name of the rule. */
  afterDeletion: string
  /** What follows when an action names what is gone. */
  broken: string
  hasConditions: boolean
  hasDescription: boolean
}

const STOPPED = 'no longer runs, and cannot be brought back. To stop it for a while, deactivate it.'

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
    afterDeletion: STOPPED,
    broken: SKIPPED,
    hasConditions: true,
    hasDescription: true,
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
    afterDeletion: STOPPED,
    broken: SKIPPED,
    hasConditions: true,
    hasDescription: false,
  },
  macros: {
    one: 'macro',
    many: 'macros',
    title: 'Macros',
    list: paths.macros,
    add: paths.new_macro,
    page: paths.macro,
    intro:
      'A macro is an answer or a change that agents apply to a ticket themselves. What stands before :: in its name is its category, as in “Billing::Send the invoice”.',
    hint: '',
    afterDeletion:
      'can no longer be applied, and cannot be brought back. Its files are deleted, too. To hide it for a while, deactivate it.',
    broken: 'The macro leaves it out until this line is changed or removed.',
    hasConditions: false,
    hasDescription: true,
  },
  views: {
    one: 'view',
    many: 'views',
    title: 'Views',
    list: paths.views,
    add: paths.new_view,
    page: paths.view,
    intro:
      'A view is a list of the tickets that meet its conditions. Agents see the active ones that are for them, in the order of this list.',
    hint: 'At least one of them is on the status, type, group, assignee or requester.',
    broken: 'The view has no tickets until this line is changed or removed.',
    afterDeletion: 'is gone for everyone who uses it, and cannot be brought back. Its tickets stay. To hide it for a while, deactivate it.',
    hasConditions: true,
    hasDescription: true,
  },
} as const satisfies Record<RuleKind, KindOfRule>
