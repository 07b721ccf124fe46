/** The kinds and states of access requests. */

/** What can be requested. */
export const REQUEST_KINDS = ['api_token', 'integration'] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]

/** The kinds of integrations that can be requested. */
export const INTEGRATION_KINDS = ['oauth', 'webhook', 'mailbox', 'chat', 'generic'] as const

/** The kinds that get an OAuth client, which needs scopes. Must agree with the table of kinds of integrations. */
export const KINDS_WITH_CLIENT: readonly string[] = ['oauth']

/** The states of a request: first the successful ones in order, then the other ways it can end. */
export const REQUEST_STATES = [
  'submitted',
  'manager_approved',
  'security_reviewed',
  'accepted',
  'issued',
  'handed_over',
  'active',
  'revoked',
  'rejected',
  'withdrawn',
  'expired',
] as const
export type RequestState = (typeof REQUEST_STATES)[number]

/** The steps that people take. */
export const PERSON_STEPS = ['approve', 'review', 'accept', 'reject', 'withdraw', 'issue', 'revoke'] as const
export type PersonStep = (typeof PERSON_STEPS)[number]

/** What can be left of a request: steps of the table, and what a credential that was made still needs. */
export const NEXT_STEPS = ['approve', 'review', 'accept', 'issue', 'hand_over', 'open', 'rotate', 'set_up', 'use'] as const
export type NextStepName = (typeof NEXT_STEPS)[number]

/** What can be done with the value of the credential that has come of a request. */
export const VALUE_ACTS = ['hand_over', 'rotate'] as const
export type ValueAct = (typeof VALUE_ACTS)[number]

/** No step leaves these states. */
export const FINAL_STATES: readonly RequestState[] = ['revoked', 'rejected', 'withdrawn', 'expired']

/** Each state as the end of a sentence that begins with "the access request". */
export const STATE_SENTENCES: Readonly<Record<RequestState, string>> = {
  submitted: 'waits for the approval of its manager',
  manager_approved: 'waits for its security review',
  security_reviewed: 'waits for the decision after its security review',
  accepted: 'has been accepted and waits to be issued',
  issued: 'has been issued and waits to be handed over',
  handed_over: 'has been handed over to its requester',
  active: 'is in use',
  revoked: 'has been revoked',
  rejected: 'has been rejected',
  withdrawn: 'has been withdrawn',
  expired: 'has expired',
}

/** Each kind as text in a sentence. */
export const KIND_TITLES: Readonly<Record<RequestKind, string>> = { api_token: 'an API token', integration: 'an integration' }
