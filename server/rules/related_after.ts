import type { Effect } from './bound_action.ts'
import type { CustomValue, RelatedFacts, ScheduleFacts } from './facts.ts'

type Values = Readonly<Record<string, CustomValue>>
const withValue = <Holder extends { readonly custom_fields: Values }>(holder: Holder, key: string, value: CustomValue): Holder => ({
  ...holder,
  custom_fields: { ...holder.custom_fields, [key]: value },
})

const withSchedule = (schedules: ScheduleFacts, id: number): ScheduleFacts => ({
  ...schedules,
  schedule_id: id,
  in_business_hours: schedules.within.has(id),
  on_holiday: schedules.on_holiday_in?.includes(id) === true,
})

function afterOne(related: RelatedFacts, effect: Effect): RelatedFacts {
  const { requester, organization, schedules } = related
  if (effect.kind === 'set_schedule')
    return schedules === undefined ? related : { ...related, schedules: withSchedule(schedules, effect.schedule_id) }
  if (effect.kind === 'set_requester_locale')
    return requester === undefined ? related : { ...related, requester: { ...requester, locale_id: effect.locale_id } }
  if (effect.kind !== 'set_profile_field') return related
  const { whose, key, stored_as = key, value } = effect
  if (whose === 'requester') return requester === undefined ? related : { ...related, requester: withValue(requester, stored_as, value) }
  return organization ? { ...related, organization: withValue(organization, stored_as, value) } : related
}

/**
 * The facts of other records after the effects of a rule, for the rules that come later in the same pass: the requester's language, the
 * custom fields of requester and organization, and where the moment lies in the ticket's schedule. The same object if they do not differ. Pure.
 */
export function applyToRelated(related: RelatedFacts, effects: readonly Effect[]): RelatedFacts {
  return effects.reduce(afterOne, related)
}
