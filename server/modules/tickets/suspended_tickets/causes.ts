/** The causes of suspension. @source docs/reference/tickets.md §11.1 */

/** The causes the product uses, by short name, with the id and text of the API. */
export const CAUSES = {
  not_on_allowlist: { cause_id: 1, cause: 'Sender is not on the allowlist' },
  unverified: { cause_id: 2, cause: 'Sender could not be verified' },
  sign_up_required: { cause_id: 12, cause: 'Submitted by unregistered user' },
  blocklisted: { cause_id: 13, cause: 'Sender is on the blocklist' },
  suspended_user: { cause_id: 20, cause: 'User is suspended' },
} as const

export type Cause = keyof typeof CAUSES
