// What triggers, automations, macros and views are, as they are read and sent. Types alone.
// Does not belong here: their lists, and the acts on one of them (rules.ts).

import type { Answer, Row } from '#contract/operation.ts'

type Trigger = Row<'GET /api/v2/triggers', 'triggers'>
type Automation = Row<'GET /api/v2/automations', 'automations'>
type Macro = Row<'GET /api/v2/macros', 'macros'>
export type View = Row<'GET /api/v2/views', 'views'>

/** A trigger, an automation or a macro: what they have in common, and what only some kinds have. */
export type Rule = Pick<Automation, keyof Automation & keyof Macro> &
  Partial<Pick<Automation, 'conditions'> & Pick<Trigger, 'category_id' | 'description'> & Pick<Macro, 'restriction' | 'attachments'>>
/** What lists show of a rule of any kind. */
export type ListedRule = Omit<Rule, 'actions'>

/** What a trigger or an automation can be made of. */
export type RuleDefinitions = Answer<'GET /api/v2/triggers/definitions'>['definitions']
export type ConditionDefinition = RuleDefinitions['conditions_all'][number]
export type ActionDefinition = RuleDefinitions['actions'][number]

type RuleCondition = Automation['conditions']['all'][number]
type RuleAction = Rule['actions'][number]
/** The value of a condition or an action in a form. */
export type RuleValue = RuleAction['value']

/** Conditions as they are sent: which values a field takes is checked by the server. */
export interface SentConditions {
  readonly all: readonly SentCondition[]
  readonly any: readonly SentCondition[]
}
export type SentCondition = RuleCondition

/** Who a rule is for: everyone, some groups, or one person. */
export type Restriction = Macro['restriction']

/** Who a rule is for, as it is sent: without an id a person is the one who sends it. */
export type RestrictionInput = Restriction | { type: 'User' } | { type: 'Group'; ids: readonly number[] }

export type Direction = 'asc' | 'desc'

/** What a view shows, and in which order; columns by their names, custom fields by their ids. */
export interface ViewOutput {
  columns: readonly string[]
  group_by: string | null
  group_order: Direction
  sort_by: string | null
  sort_order: Direction
}

/** What is saved of a rule; absent members stay. */
export interface RuleInput {
  title?: string
  description?: string | null
  category_id?: number
  restriction?: RestrictionInput
  /** The ids of the files of a macro. */
  attachments?: readonly number[]
  active?: boolean
  conditions?: SentConditions
  actions?: readonly RuleAction[]
  /** As the title is stored, with names of texts in it. */
  raw_title?: string
  output?: ViewOutput
}

/** The kinds of rules with pages of their own, as the API calls them. */
export type RuleKind = 'triggers' | 'automations' | 'macros' | 'views'
/** The kinds of rules that have actions. */
export type ActingKind = Exclude<RuleKind, 'views'>
