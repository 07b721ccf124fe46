/** The types of actions: one changes the ticket's facts, or causes an effect elsewhere, which is data for the caller to carry out. */
import type { Argument } from './argument.ts'
import type { CustomValue, RuleContext, TicketFacts } from './facts.ts'

export type ActionValue = string | number | boolean | null | readonly ActionValue[]

export type Effect =
  | {
      readonly kind: 'mail_user'
      readonly to: number | 'requester_and_ccs' | 'all_agents'
      readonly subject: string
      readonly body: string
    }
  | { readonly kind: 'mail_group'; readonly group_id: number; readonly subject: string; readonly body: string }
  | { readonly kind: 'call_target' | 'call_webhook'; readonly id: string; readonly message: ActionValue }
  | { readonly kind: 'add_follower' | 'add_cc'; readonly user_id: number }
  | { readonly kind: 'reply'; readonly public: boolean; readonly body: string }
  | { readonly kind: 'set_requester_locale'; readonly locale_id: number }
  | { readonly kind: 'offer_satisfaction_rating' }
  | {
      readonly kind: 'set_profile_field'
      readonly whose: Profile
      readonly key: string
      /** What values are stored under, if that is not the key. */
      readonly stored_as?: string
      readonly value: CustomValue
    }
  | { readonly kind: 'share' | 'unshare'; readonly agreement_id: number }
  | { readonly kind: 'add_skills' | 'set_skills' | 'remove_skills'; readonly ids: readonly string[] }
  | { readonly kind: 'set_schedule'; readonly schedule_id: number }
  | {
      readonly kind: 'side_conversation'
      /** `slack` is kept as data: nothing is sent. */
      readonly channel: 'email' | 'ticket' | 'slack'
      readonly subject: string
      readonly body: string
      readonly is_html: boolean
      /** Addresses, or places in Slack as they are written. */
      readonly to: readonly string[]
      /** Whom the child ticket is assigned to. */
      readonly group_id: number | null
      readonly agent_id: number | null
    }
  /** An action that cannot be performed, such as a text message: it is stored, and shown as not performed. */
  | { readonly kind: 'not_performed'; readonly action: string }

/** A record beside the ticket whose custom fields rules can set. */
export type Profile = 'requester' | 'organization'

/** The result of actions: the changed ticket, and the effects to carry out elsewhere. */
export interface Outcome {
  readonly ticket: TicketFacts
  readonly effects: readonly Effect[]
}

/** One action with its value: the outcome before it → the outcome after it. */
export type BoundAction = (before: Outcome, context: RuleContext) => Outcome

export type ActionUse = 'trigger' | 'automation' | 'macro'

/** One row of the table of actions. */
export interface ActionRow {
  readonly title: string
  readonly uses: readonly ActionUse[]
  readonly argument: Argument<unknown>
  /** Undefined when the argument does not accept the value. */
  bind(value: unknown): BoundAction | undefined
}

/** Rules that run by themselves. */
const AUTOMATIC: readonly ActionUse[] = ['trigger', 'automation']
/** All kinds of rules. */
export const EVERYWHERE: readonly ActionUse[] = ['trigger', 'automation', 'macro']

function row<A>(title: string, uses: readonly ActionUse[], argument: Argument<A>, mean: (arg: A) => BoundAction): ActionRow {
  const bind = (value: unknown) => {
    const arg = argument.read(value)
    return arg === undefined ? undefined : mean(arg)
  }
  return { title, uses, argument, bind }
}

/** An action that changes the ticket. */
export function sets<A>(
  title: string,
  argument: Argument<A>,
  patch: (arg: A, ticket: TicketFacts, context: RuleContext) => Partial<TicketFacts>,
  uses = EVERYWHERE,
): ActionRow {
  const mean =
    (arg: A): BoundAction =>
    (before, context) => ({ ...before, ticket: { ...before.ticket, ...patch(arg, before.ticket, context) } })
  return row(title, uses, argument, mean)
}

/** An action that causes an effect elsewhere; `effect` returns null when its user or group is not set. */
export function causes<A>(
  title: string,
  argument: Argument<A>,
  effect: (arg: A, ticket: TicketFacts, context: RuleContext) => Effect | null,
  uses = AUTOMATIC,
): ActionRow {
  const mean =
    (arg: A): BoundAction =>
    (before, context) => {
      const caused = effect(arg, before.ticket, context)
      return caused === null ? before : { ...before, effects: [...before.effects, caused] }
    }
  return row(title, uses, argument, mean)
}
