/** What the table of steps means: which step a person may take on a request, and why not. Pure. */
import type { Settings } from '../../../accounts/settings.ts'
import type { Actor } from '../../../context.ts'
import { KIND_TITLES, STATE_SENTENCES } from './states.ts'
import { type Apart, type Part, type Party, type Step, type StepName, STEPS } from './step_table.ts'
import type { AccessRequestRow } from './store.ts'

/** What the table is asked with: who, by which rules of the instance, and when. */
export interface Asking {
  readonly actor: Actor
  readonly access: Settings['access']
  readonly now: Date
}

/** `state`: the request has not come that far or is past it; `person`: somebody else has to do it. */
export interface Refusal {
  readonly because: 'state' | 'person'
  readonly sentence: string
}

const PARTIES: Readonly<Record<Party, string>> = {
  requester: 'whoever filed it',
  manager: 'the manager of the requester',
  provisioner: 'a provisioner',
  engineer: 'an engineer',
  integration_bot: 'the integration-bot agent of this instance',
  admin: 'an administrator',
  system: 'the system',
}
const PARTS: Readonly<Record<Part, string>> = {
  requester: 'Whoever filed an access request',
  approver: 'Whoever approved an access request as manager',
  reviewer: 'Whoever reviewed an access request or decided on it',
}
const WORDS: Readonly<Record<StepName, string>> = {
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
const DONE_WORDS: Readonly<Record<StepName, string>> = {
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

/** A request as far as it matters who may take its steps. */
export type Concerned = Pick<AccessRequestRow, 'kind' | 'requester_id' | 'manager_id'>

/** True when somebody is what a step asks for, whatever they did before. */
export function isParty(
  party: Party,
  { actor, access }: { readonly actor: Pick<Actor, 'id' | 'role' | 'duties'>; readonly access: Settings['access'] },
  request: Concerned,
): boolean {
  // a duty, or being somebody's manager, ends with being on the staff
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

/** True when the instance lets the part and the step be one person's. */
export function isLifted({ unless }: Apart, access: Settings['access']): boolean {
  return unless !== undefined && access[unless]
}

/** The parts somebody has had that the instance lets him combine with a step: worth a word in the audit log. */
export function combinedParts(step: Step, { actor, access }: Asking, request: AccessRequestRow): readonly Part[] {
  return step.apart.filter((apart) => isLifted(apart, access) && holdersOf(apart.part, request).includes(actor.id)).map(({ part }) => part)
}

/** Who may not take a step on a request as it stands, whatever his duties, because of what he has done before. */
export function separatedFrom(name: StepName, request: AccessRequestRow, access: Settings['access']): readonly (number | null)[] {
  const apart = stepFor(name, request)?.apart ?? []
  return apart.filter((each) => !isLifted(each, access)).flatMap(({ part }) => holdersOf(part, request))
}

/** What the step that makes the credential of a request keeps apart: the same counts for every value the credential is given later. */
function issuing({ kind }: Pick<AccessRequestRow, 'kind'>): Step {
  return STEPS.find((step) => step.name === 'issue' && (step.kind === undefined || step.kind === kind)) as Step
}

/** A request as far as its separation of duties needs it. */
export type Participation = Pick<AccessRequestRow, 'kind' | 'requester_id' | 'approved_by_id' | 'reviewed_by_id' | 'decided_by_id'>

/**
 * Why somebody may not see or make the value of a credential that belongs to a request, in whatever state the request is; undefined when
 * they may. The requester is no exception: they receive the value through a one-time secret, and nobody makes it for themselves.
 * @source docs/reference/access_governance.md §3
 */
export function valueRefusal(actor: Pick<Actor, 'id'>, access: Settings['access'], request: Participation): string | undefined {
  const apart = issuing(request).apart.find((each) => !isLifted(each, access) && holdersOf(each.part, request).includes(actor.id))
  return apart === undefined ? undefined : `${PARTS[apart.part]} may not see or make the value of its credential, too.`
}

/** True when somebody makes a value although they reviewed the request, because the instance allows it: worth a word in the audit log. */
export function combinesReview(actor: Pick<Actor, 'id'>, access: Settings['access'], request: Participation): boolean {
  return issuing(request).apart.some((each) => isLifted(each, access) && holdersOf(each.part, request).includes(actor.id))
}

/** The row of the table by which a request as it stands would take a step; undefined when there is none. */
export function stepFor(name: StepName, request: Pick<AccessRequestRow, 'kind' | 'state'>): Step | undefined {
  return STEPS.find(
    (step) => step.name === name && (step.kind === undefined || step.kind === request.kind) && step.from.includes(request.state),
  )
}

/** True for a request that has waited too long: it expires. */
export function isLate(request: Pick<AccessRequestRow, 'deadline_at'>, now: Date): boolean {
  return request.deadline_at !== null && request.deadline_at <= now.toISOString()
}

/** Why a request as it stands cannot take a step at all, whoever asks; undefined when it can. */
export function standstill(name: StepName, request: AccessRequestRow, now: Date): Refusal | undefined {
  const sentence = (why: string) => ({ because: 'state' as const, sentence: `The access request cannot be ${DONE_WORDS[name]}: it ${why}` })
  if (stepFor(name, request) === undefined) return sentence(STATE_SENTENCES[request.state])
  const late = isLate(request, now)
  if (name === 'expire') return late ? undefined : sentence('has time left')
  return late ? sentence('has waited too long and expires') : undefined
}

/** Why somebody may not take a step on a request now; undefined when he may. @source docs/reference/access_governance.md §3 */
export function refusalOf(name: StepName, asking: Asking, request: AccessRequestRow): Refusal | undefined {
  const stuck = standstill(name, request, asking.now)
  const step = stepFor(name, request)
  if (stuck !== undefined || step === undefined) return stuck
  if (!step.by.some((party) => isParty(party, asking, request))) {
    const who = step.by.filter((party) => party !== 'system' || step.by.length === 1).map((party) => PARTIES[party])
    return {
      because: 'person',
      sentence: `An access request for ${KIND_TITLES[request.kind]}: only ${who.join(' or ')} may ${WORDS[name]}.`,
    }
  }
  const apart = step.apart.find((each) => !isLifted(each, asking.access) && holdersOf(each.part, request).includes(asking.actor.id))
  return apart === undefined ? undefined : { because: 'person', sentence: `${PARTS[apart.part]} may not ${WORDS[name]}, too.` }
}

/** The steps somebody may take on a request now, in the order of the table. */
export function allowedSteps(actor: Actor, request: AccessRequestRow, access: Settings['access'], now: Date): StepName[] {
  const names = new Set(STEPS.map((step) => step.name))
  return [...names].filter((name) => refusalOf(name, { actor, access, now }, request) === undefined)
}
