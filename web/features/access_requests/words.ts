// The texts of access requests: states, kinds, events of the history, and what each step requires.
// Does not belong here: who may take a step; the server returns that with each request.

import type { Tone } from '#kit/StatusTag.tsx'
import type { RequestKind, RequestState, StepName, UnfiledRequest } from './queries.ts'
import { capitalize } from '#kit/words.ts'

/** The label and tone of each state. */
export const states: Readonly<Record<RequestState, { label: string; tone: Tone }>> = {
  submitted: { label: 'Waiting for manager', tone: 'warning' },
  manager_approved: { label: 'Waiting for review', tone: 'warning' },
  security_reviewed: { label: 'Waiting for decision', tone: 'warning' },
  accepted: { label: 'Waiting to be issued', tone: 'note' },
  issued: { label: 'Issued', tone: 'note' },
  handed_over: { label: 'Handed over', tone: 'good' },
  active: { label: 'Active', tone: 'good' },
  revoked: { label: 'Revoked', tone: 'off' },
  rejected: { label: 'Rejected', tone: 'off' },
  withdrawn: { label: 'Withdrawn', tone: 'off' },
  expired: { label: 'Expired', tone: 'off' },
}

/** The labels of the kinds of requests. */
export const kinds: Readonly<Record<RequestKind, string>> = { api_token: 'API token', integration: 'Integration' }

/** Why no request of a kind can be filed, as a sentence; undefined if one can. */
export function describeProblem(kind: Pick<UnfiledRequest['kinds'][number], 'problem'> | undefined): string | undefined {
  if (kind === undefined || kind.problem === null) return undefined
  return `${capitalize(kind.problem)}.`
}

/** The labels of the kinds of integrations, by their names in the API. */
export const integrationKinds: Readonly<Record<string, string>> = {
  oauth: 'OAuth-based',
  webhook: 'Webhook-based',
  mailbox: 'Mailbox',
  chat: 'Chat',
  generic: 'Another kind',
}

const verbs: Readonly<Record<string, string>> = {
  submit: 'filed the request',
  edit: 'changed the request',
  comment: 'commented',
  approve: 'approved it as manager',
  review: 'recorded the security review',
  accept: 'accepted it',
  reject: 'rejected it',
  withdraw: 'withdrew it',
  issue: 'issued it',
  hand_over: 'handed it over',
  activate: 'recorded its first use',
  revoke: 'revoked it',
  expire: 'let it expire',
  rotate: 'rotated the credential',
  secret: 'made a one-time secret',
}

/** The verb of a history event, placed after the actor's name. A credential counts as handed over when its requester opens the secret. */
export function stepVerb(type: string, byRequester: boolean): string {
  return type === 'hand_over' && byRequester ? 'received the credential' : (verbs[type] ?? type)
}

/** The texts of a step: its label, its fields, and its consequence. */
export interface StepWords {
  label: string
  title: string
  consequence: string
  /** The reason field; a step without it takes no reason. */
  reason?: { label: string; hint: string; isRequired: boolean }
  isDanger: boolean
  done: string
}

/** Every step a person can take. */
export const steps: Readonly<Record<StepName, StepWords>> = {
  approve: {
    label: 'Approve',
    title: 'Approve this access request?',
    consequence: 'It goes on to the security review.',
    reason: { label: 'Note', hint: 'If there is something the reviewer should know.', isRequired: false },
    isDanger: false,
    done: 'Access request approved',
  },
  review: {
    label: 'Record review',
    title: 'Record the security review',
    consequence: 'Judge the business reason and the use case. The decision comes after it.',
    reason: { label: 'Findings', hint: 'What you found about the business reason and the use case.', isRequired: true },
    isDanger: false,
    done: 'Security review recorded',
  },
  accept: {
    label: 'Accept',
    title: 'Accept this access request?',
    consequence: 'An engineer can issue it from then on.',
    reason: { label: 'Reason', hint: 'Why it is accepted.', isRequired: true },
    isDanger: false,
    done: 'Access request accepted',
  },
  reject: {
    label: 'Reject',
    title: 'Reject this access request?',
    consequence: 'This ends the request. The requester can file another one.',
    reason: { label: 'Reason', hint: 'The requester can read it.', isRequired: true },
    isDanger: true,
    done: 'Access request rejected',
  },
  withdraw: {
    label: 'Withdraw',
    title: 'Withdraw this access request?',
    consequence: 'This ends the request. You can file another one.',
    reason: { label: 'Reason', hint: 'Optional.', isRequired: false },
    isDanger: true,
    done: 'Access request withdrawn',
  },
  issue: {
    label: 'Issue',
    title: 'Issue the API token',
    consequence: 'The token has administrator-level access. Its description is the address of this page.',
    isDanger: false,
    done: 'API token issued and handed over as a one-time secret',
  },
  revoke: {
    label: 'Revoke',
    title: 'Revoke this access?',
    consequence: 'The next call with the credential is refused. This cannot be undone.',
    reason: { label: 'Reason', hint: 'The people involved can read it.', isRequired: true },
    isDanger: true,
    done: 'Access revoked',
  },
}
