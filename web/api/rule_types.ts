// Business rules, webhooks and tickets as the dashboard reads and writes them, by the shapes the server has of them. Types alone.
// Does not belong here: the other records of the API (types.ts).

import type { AnswerOf } from '../../server/http/route.ts'
import type * as businessHours from '../../server/modules/account/business_hours/schema.ts'
import type * as automations from '../../server/modules/business_rules/automations/schema.ts'
import type * as macroFiles from '../../server/modules/business_rules/macros/attachment_schema.ts'
import type * as macroEffects from '../../server/modules/business_rules/macros/apply_schema.ts'
import type * as macros from '../../server/modules/business_rules/macros/schema.ts'
import type * as dryRuns from '../../server/modules/business_rules/dry_runs/schema.ts'
import type * as ruleReports from '../../server/modules/business_rules/rule_report/schema.ts'
import type * as ruleTraces from '../../server/modules/business_rules/rule_traces/schema.ts'
import type * as definitions from '../../server/modules/business_rules/rules/definition_schema.ts'
import type * as groupSlaPolicies from '../../server/modules/business_rules/group_sla_policies/schema.ts'
import type * as slaPolicies from '../../server/modules/business_rules/sla_policies/schema.ts'
import type * as triggerCategories from '../../server/modules/business_rules/trigger_categories/schema.ts'
import type * as revisions from '../../server/modules/business_rules/triggers/revision_schema.ts'
import type * as triggers from '../../server/modules/business_rules/triggers/schema.ts'
import type * as webhooks from '../../server/modules/business_rules/webhooks/schema.ts'
import type * as groups from '../../server/modules/people/groups/schema.ts'
import type * as ticketFields from '../../server/modules/ticket_setup/ticket_fields/schema.ts'
import type * as audits from '../../server/modules/tickets/ticket_audits/schema.ts'
import type * as comments from '../../server/modules/tickets/ticket_comments/schema.ts'
import type * as tickets from '../../server/modules/tickets/tickets/schema.ts'
import type * as viewDefinitions from '../../server/modules/business_rules/views/definition_schema.ts'
import type * as views from '../../server/modules/business_rules/views/schema.ts'
import type { Counted } from './types.ts'

// business rules

/** What a trigger or an automation can be made of. */
export type RuleDefinitions = AnswerOf<typeof definitions.OneDefinitions>['definitions']
export type ConditionDefinition = RuleDefinitions['conditions_all'][number]
export type ActionDefinition = RuleDefinitions['actions'][number]
export type Trigger = AnswerOf<typeof triggers.Trigger>
export type Automation = AnswerOf<typeof automations.Automation>
export type Macro = AnswerOf<typeof macros.Macro>
/** A trigger, an automation or a macro: what they have in common, and what only some kinds have. */
export type Rule = Pick<Automation, keyof Automation & keyof Macro> &
  Partial<Pick<Automation, 'conditions'> & Pick<Trigger, 'category_id' | 'description'> & Pick<Macro, 'restriction' | 'attachments'>>
/** A group of agents. */
export type Group = Pick<AnswerOf<typeof groups.Group>, 'id' | 'name'>
/** Who a rule is for: everyone, some groups, or one person. */
export type Restriction = Macro['restriction']
export type MacroFile = AnswerOf<typeof macroFiles.MacroAttachment>
/** A ticket as it would be after a macro. */
export type AppliedTicket = AnswerOf<typeof macroEffects.AppliedToTicket>['result']['ticket']
export type View = AnswerOf<typeof views.View>
/** What lists show of a rule of any kind. */
export type ListedRule = Omit<Rule, 'actions'>
/** What a view can be made of. */
export type ViewDefinitions = AnswerOf<typeof viewDefinitions.ViewDefinitions>['definitions']
export type ViewCount = AnswerOf<typeof views.OneViewCount>['view_count']
/** A ticket in the table of a view, with a member for each column. */
type ViewRow = Readonly<Record<string, unknown>> & { readonly ticket: Pick<Ticket, 'id'> }
/** The first tickets of a view as a table, with the people and organizations that they name. */
export type ViewTable = Omit<AnswerOf<typeof views.ViewTable>, 'rows'> & Counted & { rows: readonly ViewRow[] }
export type RuleConditions = Automation['conditions']
export type RuleCondition = RuleConditions['all'][number]
export type RuleAction = Rule['actions'][number]
/** The value of a condition or an action, in answers and as it is sent. */
export type RuleValue = RuleAction['value']
/** Conditions as they are sent: which values a field takes is checked by the server. */
export interface SentConditions {
  readonly all: readonly SentCondition[]
  readonly any: readonly SentCondition[]
}
export interface SentCondition extends Omit<RuleCondition, 'value'> {
  readonly value: RuleValue
}
export type TriggerCategory = AnswerOf<typeof triggerCategories.TriggerCategory>
/** A revision of a trigger, with the differences to the one before. */
export type TriggerRevision = AnswerOf<typeof revisions.SomeRevisions>['trigger_revisions'][number]
/** A policy of either kind. */
export type Policy = AnswerOf<typeof slaPolicies.SlaPolicy> | AnswerOf<typeof groupSlaPolicies.GroupSlaPolicy>
export type SlaCondition = Policy['filter']['all'][number]
/** How long a metric of tickets of a priority may take; in minutes, of a group policy in seconds. */
export type SlaTarget = Policy['policy_metrics'][number]
/** A field that the filter of a policy can have. */
export type SlaDefinition = AnswerOf<typeof slaPolicies.PolicyDefinitions>['definitions']['all'][number]
export type Schedule = AnswerOf<typeof businessHours.Schedule>
export type ScheduleInput = Required<businessHours.ScheduleInput>
/** Hours of a week, in minutes since the beginning of Sunday. */
export type ScheduleInterval = Schedule['intervals'][number]
export type Holiday = AnswerOf<typeof businessHours.Holiday>
export type HolidayInput = Required<businessHours.HolidayInput>

/** A trigger tried on past updates. */
export type TriggerDryRun = AnswerOf<typeof dryRuns.OneTriggerDryRun>['dry_run']
/** An update that it fires on, or that ends otherwise because of it. */
export type TriedUpdate = TriggerDryRun['samples'][number]
/** An automation tried on the tickets as they are. */
export type AutomationDryRun = AnswerOf<typeof dryRuns.OneAutomationDryRun>['dry_run']

/** What is wrong with the active rules. */
export type RuleReport = AnswerOf<typeof ruleReports.RuleReport>
export type RuleFinding = RuleReport['findings'][number]

// webhooks

/** Without what is secret of its authentication, which no answer holds. */
export type Webhook = AnswerOf<typeof webhooks.OneWebhook>['webhook']
export type WebhookInput = webhooks.WebhookInput
export type WebhookAuthentication = webhooks.AuthenticationInput
/** A call of a webhook, which may take several attempts. */
export type Invocation = AnswerOf<typeof webhooks.SomeInvocations>['invocations'][number]
/** `after_cursor` and `before_cursor` are there where there is more. */
export type InvocationPage = AnswerOf<typeof webhooks.SomeInvocations>
export type Attempt = AnswerOf<typeof webhooks.SomeAttempts>['attempts'][number]
/** A request or a response: its headers and its body as text. */
export type HttpMessage = NonNullable<Attempt['request']>
export type SigningSecret = AnswerOf<typeof webhooks.SigningSecret>['signing_secret']
export type WebhookTest = webhooks.TestInput
export type WebhookTestAnswer = AnswerOf<typeof webhooks.TestAnswer>['response']
export type ReplayInput = webhooks.ReplayInput
export type Replay = AnswerOf<typeof webhooks.OneReplay>['replay']

// tickets

export type Ticket = AnswerOf<typeof tickets.Ticket>
export type TicketComment = AnswerOf<typeof comments.Comment>
/** One write of a ticket, with its events. */
export type TicketAudit = AnswerOf<typeof audits.Audit>
export type TicketEvent = TicketAudit['events'][number]
/** What became of a mail or a call by a rule, and of which event of an audit. */
export type Delivery = AnswerOf<typeof audits.Delivery>
export type EventDelivery = AnswerOf<typeof audits.AuditDelivery>
export type TicketField = AnswerOf<typeof ticketFields.TicketField>
/** Why rules fired or did not in a write, with its audit. */
export type AuditTrace = AnswerOf<typeof ruleTraces.OneRuleTrace>
export type RuleTrace = AuditTrace['trace']
export type TracedTrigger = RuleTrace['triggers'][number]
export type TracedConditions = NonNullable<TracedTrigger['conditions']>
export type TracedAction = TracedTrigger['actions'][number]
/** A change of one member of a ticket by a rule. */
export type TracedChange = TracedTrigger['changes'][number]
