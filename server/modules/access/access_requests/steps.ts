/** Evaluates the table of steps: whether a user may take a step on a request, and why not. Pure. */
import type { Settings } from '#accounts/settings.ts'
import type { Actor } from '#core/context.ts'
import { ensureDefined } from '#lib/defined.ts'
import { KIND_TITLES, PERSON_STEPS, type PersonStep, STATE_SENTENCES } from './states.ts'
import { type Separation, type Part, type Party, type Step, type StepName, STEPS } from './step_table.ts'
import type { AccessRequestRow } from './store.ts'

/** The input of an evaluation: the user, the account's access settings, and the time. */
export interface StepCaller {
  readonly actor: Actor
  readonly access: Settings['access']
  readonly now: Date
}

/** `state`: the request is not in a state for the step; `person`: someone else has to take it. */
export interface Refusal {
  readonly because: 'state' | 'person'
  readonly sentence: string
}

const PARTIES: Readonly<Record<Party, string>> = {
  requester: 'its requester',
  manager: 'the manager of the requester',
  provisioner: 'a provisioner',
  engineer: 'an engineer',
  integration_bot: 'the integration-bot agent of this instance',
  admin: 'an administrator',
  system: 'the system',
}
const PARTS: Readonly<Record<Part, string>> = {
  requester: 'The requester of an access request',
  approver: 'The manager who approved an access request',
  reviewer: 'A person who reviewed an access request or decided on it',
}
const STEP_PHRASES: Readonly<Record<StepName, string>> = {
  approve: 'approve it',
  review: 'review it',
  accept: 'accept it',
  reject: 'reject it',
  withdraw: 'withdraw it',
  issue: 'issue it',
  hand_over: 'hand it over',
  activate: 'mark it as active',
  revoke: 'revoke it',
  expire: 'let it expire',
}
const STEP_PARTICIPLES: Readonly<Record<StepName, string>> = {
  approve: 'approved',
  review: 'reviewed',
  accept: 'accepted',
  reject: 'rejected',
  withdraw: 'withdrawn',
  issue: 'issued',
  hand_over: 'handed over',
  activate: 'marked as active',
  revoke: 'revoked',
  expire: 'expired',
}

/** What decides who is a party of a request. */
export type RequestParties = Pick<AccessRequestRow, 'kind' | 'requester_id' | 'manager_id'>

/** True when a user has the capacity a step requires, whatever they did before. */
export function isParty(
  party: Party,
  { actor, access }: { readonly actor: Pick<Actor, 'id' | 'role' | 'duties'>; readonly access: Settings['access'] },
  request: RequestParties,
): boolean {
  // duties, and being a manager, count only for staff
  const isStaff = actor.role !== 'end-user' && actor.id > 0
  switch (party) {
    case 'requester':
      return actor.id === request.requester_id
    case 'manager':
      return isStaff && actor.id === request.manager_id
    case 'provisioner':
    case 'engineer':
      return isStaff && actor.duties.includes(party)
    case 'integration_bot':
      return isStaff && actor.id === access.integration_bot_id
    case 'admin':
      return actor.id > 0 && actor.role === 'admin'
    case 'system':
      return actor.id === -1
  }
}

function holdersOf(part: Part, request: Participation): readonly (number | null)[] {
  switch (part) {
    case 'requester':
      return [request.requester_id]
    case 'approver':
      return [request.approved_by_id]
    case 'reviewer':
      return [request.reviewed_by_id, request.decided_by_id]
  }
}

/** True when the account's settings let one person have the part and take the step. */
export function isSeparationWaived({ unless }: Separation, access: Settings['access']): boolean {
  return unless !== undefined && access[unless]
}

/** The parts a user has had that the settings let them combine with a step; recorded in the audit log. */
export function findCombinedParts(step: Step, { actor, access }: StepCaller, request: AccessRequestRow): readonly Part[] {
  return step.apart
    .filter((apart) => isSeparationWaived(apart, access) && holdersOf(apart.part, request).includes(actor.id))
    .map(({ part }) => part)
}

/** The ids of users who may not take a step on a request, whatever their duties, because of their earlier part in it. */
export function findSeparatedUserIds(name: StepName, request: AccessRequestRow, access: Settings['access']): readonly (number | null)[] {
  const apart = stepFor(name, request)?.apart ?? []
  return apart.filter((each) => !isSeparationWaived(each, access)).flatMap(({ part }) => holdersOf(part, request))
}

/** The step that issues the credential of a request. Its separation rules also apply to every later value of the credential. */
function getIssueStep({ kind }: Pick<AccessRequestRow, 'kind'>): Step {
  return ensureDefined(STEPS.find((step) => step.name === 'issue' && (step.kind === undefined || step.kind === kind)))
}

/** The columns of a request that separation of duties needs. */
export type Participation = Pick<AccessRequestRow, 'kind' | 'requester_id' | 'approved_by_id' | 'reviewed_by_id' | 'decided_by_id'>

/**
 * Why a user may not see or make the value of a credential that belongs to a request, whatever state the request is in; undefined when
 * they may. The requester is no exception: they receive the value through a one-time secret and never make it for themselves.
 * @source docs/reference/access_governance.md §3
 */
export function valueRefusal(actor: Pick<Actor, 'id'>, access: Settings['access'], request: Participation): string | undefined {
  const apart = getIssueStep(request).apart.find(
    (each) => !isSeparationWaived(each, access) && holdersOf(each.part, request).includes(actor.id),
  )
  return apart === undefined ? undefined : `${PARTS[apart.part]} may not see or make the value of its credential.`
}

/** True when a user who reviewed the request may make a value because the settings allow it; recorded in the audit log. */
export function combinesReview(actor: Pick<Actor, 'id'>, access: Settings['access'], request: Participation): boolean {
  return getIssueStep(request).apart.some((each) => isSeparationWaived(each, access) && holdersOf(each.part, request).includes(actor.id))
}

/** The row of the table for a step on a request in its current state; undefined when there is none. */
export function stepFor(name: StepName, request: Pick<AccessRequestRow, 'kind' | 'state'>): Step | undefined {
  return STEPS.find(
    (step) => step.name === name && (step.kind === undefined || step.kind === request.kind) && step.from.includes(request.state),
  )
}

/** True for a request past its deadline. It will expire. */
export function isLate(request: Pick<AccessRequestRow, 'deadline_at'>, now: Date): boolean {
  return request.deadline_at !== null && request.deadline_at <= now.toISOString()
}

/** Why a request in its current state cannot take a step, independent of the user; undefined when it can. */
export function stateRefusal(name: StepName, request: AccessRequestRow, now: Date): Refusal | undefined {
  const sentence = (why: string) => ({
    because: 'state' as const,
    sentence: `The access request cannot be ${STEP_PARTICIPLES[name]}: it ${why}`,
  })
  if (stepFor(name, request) === undefined) return sentence(STATE_SENTENCES[request.state])
  const late = isLate(request, now)
  if (name === 'expire') return late ? undefined : sentence('has time left')
  return late ? sentence('is past its deadline and expires') : undefined
}

/** Why a user may not take a step on a request now; undefined when they may. @source docs/reference/access_governance.md §3 */
export function refusalOf(name: StepName, asking: StepCaller, request: AccessRequestRow): Refusal | undefined {
  const stuck = stateRefusal(name, request, asking.now)
  const step = stepFor(name, request)
  if (stuck !== undefined || step === undefined) return stuck
  if (!step.by.some((party) => isParty(party, asking, request))) {
    const who = step.by.filter((party) => party !== 'system' || step.by.length === 1).map((party) => PARTIES[party])
    return {
      because: 'person',
      sentence: `An access request for ${KIND_TITLES[request.kind]}: only ${who.join(' or ')} may ${STEP_PHRASES[name]}.`,
    }
  }
  const apart = step.apart.find(
    (each) => !isSeparationWaived(each, asking.access) && holdersOf(each.part, request).includes(asking.actor.id),
  )
  return apart === undefined ? undefined : { because: 'person', sentence: `${PARTS[apart.part]} may not ${STEP_PHRASES[name]}.` }
}

/** The steps a user may take on a request now, in the order of the table. */
export function listAllowedSteps(actor: Actor, request: AccessRequestRow, access: Settings['access'], now: Date): PersonStep[] {
  return PERSON_STEPS.filter((name) => refusalOf(name, { actor, access, now }, request) === undefined)
}
