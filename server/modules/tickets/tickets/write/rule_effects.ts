/** What the effects of rules change on the ticket itself: followers, copies, agreements, skills, its schedule, the offer to rate. Pure. */
import type { Effect } from '#rules/bound_action.ts'
import type { Firing } from '#rules/pass.ts'
import { applySkills } from '#rules/skills.ts'
import { MAX_PARTICIPANTS } from '../people.ts'
import type { TicketState } from '../row.ts'

const OFFERED: TicketState['satisfaction_rating'] = { id: 0, score: 'offered', comment: null, reason: null, reason_id: null }

const withOne = (ids: readonly number[], id: number) => (ids.includes(id) || ids.length >= MAX_PARTICIPANTS ? ids : [...ids, id])

/** The ticket after one effect; unchanged by effects elsewhere, such as mails. */
function afterEffect(state: TicketState, effect: Effect): TicketState {
  switch (effect.kind) {
    case 'add_follower':
      return { ...state, follower_ids: withOne(state.follower_ids, effect.user_id) }
    case 'add_cc':
      return effect.user_id === state.requester_id ? state : { ...state, email_cc_ids: withOne(state.email_cc_ids, effect.user_id) }
    case 'share':
      return { ...state, sharing_agreement_ids: withOne(state.sharing_agreement_ids, effect.agreement_id) }
    case 'unshare':
      return { ...state, sharing_agreement_ids: state.sharing_agreement_ids.filter((id) => id !== effect.agreement_id) }
    case 'add_skills':
      return { ...state, attribute_value_ids: applySkills(state.attribute_value_ids, 'add', effect.ids) }
    case 'set_skills':
      return { ...state, attribute_value_ids: applySkills(state.attribute_value_ids, 'set', effect.ids) }
    case 'remove_skills':
      return { ...state, attribute_value_ids: applySkills(state.attribute_value_ids, 'remove', effect.ids) }
    case 'set_schedule':
      return { ...state, sla: { targets: {}, ...state.sla, schedule_id: effect.schedule_id } }
    case 'offer_satisfaction_rating':
      return state.satisfaction_rating === null ? { ...state, satisfaction_rating: OFFERED } : state
    default:
      return state
  }
}

/** The ticket after the effects of all firings. */
export function applyEffects(firings: readonly Firing[], state: TicketState): TicketState {
  return firings.flatMap((firing) => firing.effects).reduce(afterEffect, state)
}
