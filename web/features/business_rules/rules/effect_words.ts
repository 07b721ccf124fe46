// What rules cause beside the ticket, in words. Pure.

const EFFECTS: Readonly<Record<string, string>> = {
  mail_user: 'a mail',
  mail_group: 'a mail to a group',
  call_target: 'a call of a target',
  call_webhook: 'a call of a webhook',
  add_follower: 'a follower',
  add_cc: 'a person in copy',
  reply: 'a comment',
  set_requester_locale: 'the language of the requester',
  offer_satisfaction_rating: 'an offer to rate the work',
  set_profile_field: 'a field of the requester or the organization',
  share: 'sharing the ticket',
  unshare: 'no longer sharing the ticket',
  add_skills: 'more skills',
  set_skills: 'other skills',
  remove_skills: 'fewer skills',
  set_schedule: 'another schedule',
  side_conversation: 'a side conversation',
  not_performed: 'an action that is not performed here',
}

/** "a mail to a group", within a sentence. */
export const effectWords = (kind: string): string => EFFECTS[kind] ?? kind.replaceAll('_', ' ')
