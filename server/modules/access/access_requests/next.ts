/** For each remaining step of an access request, the people who could take it. Pure. */
import type { Settings } from '#accounts/settings.ts'
import type { Duty, Role } from '#core/context.ts'
import { ensureDefined } from '#lib/defined.ts'
import type { NextStepName, RequestState } from './states.ts'
import { isLate, isSeparationWaived, isParty } from './steps.ts'
import { type Part, STEPS } from './step_table.ts'
import type { AccessRequestRow } from './store.ts'

/** A user who may sign in, with what the steps need to know. */
export interface Candidate {
  readonly id: number
  readonly name: string
  readonly role: Role
  readonly duties: readonly Duty[]
}

/** The facts besides the request that decide who can take its steps. `secret_waits`: the request's one-time secret is unopened and can still be opened. */
export interface StepContext {
  readonly people: readonly Candidate[]
  readonly access: Settings['access']
  readonly now: Date
  readonly secret_waits: boolean
}

/** A remaining step. */
export interface NextStep {
  readonly step: NextStepName
  /** The people who could take it, sorted by name. */
  readonly people: readonly Candidate[]
  /** If no one could take it: why, and how an administrator fixes that, each as a sentence. Null if someone could. */
  readonly stuck: { readonly why: string; readonly remedy: string } | null
}

/** A request, or one that is about to be filed. */
export type RequestProgress = Pick<
  AccessRequestRow,
  | 'kind'
  | 'state'
  | 'requester_id'
  | 'manager_id'
  | 'approved_by_id'
  | 'reviewed_by_id'
  | 'decided_by_id'
  | 'issued_by_id'
  | 'deadline_at'
  | 'api_token_id'
  | 'integration_id'
  | 'shared_secret_id'
>

type Decision = 'approve' | 'review' | 'accept' | 'issue'
const DECISIONS: Readonly<Partial<Record<RequestState, readonly Decision[]>>> = {
  submitted: ['approve', 'review', 'accept', 'issue'],
  manager_approved: ['review', 'accept', 'issue'],
  security_reviewed: ['accept', 'issue'],
  accepted: ['issue'],
}

/**
 * The remaining steps of a request, the next one first, each with the people who could take it now. A person is not listed for a step if
 * taking it would leave another step without anyone. Requests that have ended, are in use or are overdue have no remaining steps.
 * @source docs/reference/specification.md §5.6; docs/reference/access_governance.md §3
 */
export function nextSteps(request: RequestProgress, context: StepContext): NextStep[] {
  const decisions = DECISIONS[request.state]
  if (decisions === undefined) return credentialSteps(request, context)
  if (isLate(request, context.now)) return []
  const priorParts = new Map<Part, readonly (number | null)[]>([
    ['requester', [request.requester_id]],
    ['approver', [request.approved_by_id ?? request.manager_id]],
    ['reviewer', [request.reviewed_by_id, request.decided_by_id]],
  ])
  return decisions.map((name) => {
    const people = eligiblePeople(name, request, context, priorParts)
    // the only possible reviewer will have reviewed the request by the time it is issued
    if ((name === 'review' || name === 'accept') && people.length === 1)
      priorParts.set('reviewer', [...(priorParts.get('reviewer') ?? []), ensureDefined(people[0]).id])
    return nextStep(name, people, request, context)
  })
}

function eligiblePeople(
  name: Decision,
  request: RequestProgress,
  { people, access }: StepContext,
  priorParts: ReadonlyMap<Part, readonly (number | null)[]>,
) {
  const { by, apart } = ensureDefined(STEPS.find((step) => step.name === name && (step.kind ?? request.kind) === request.kind))
  const others = apart.filter((each) => !isSeparationWaived(each, access)).flatMap(({ part }) => priorParts.get(part) ?? [])
  return people.filter((actor) => by.some((party) => isParty(party, { actor, access }, request)) && !others.includes(actor.id))
}

/** The remaining steps after the credential was issued, until it is in use. */
function credentialSteps(request: RequestProgress, context: StepContext): NextStep[] {
  const { state, kind, requester_id, issued_by_id } = request
  if (state !== 'issued' && state !== 'handed_over') return []
  const findPeople = (id: number | null) => context.people.filter((person) => person.id === id)
  const makeSteps = (step: NextStepName, people: readonly Candidate[]) => [nextStep(step, people, request, context)]
  if (state === 'issued' && context.secret_waits) return makeSteps('open', findPeople(requester_id))
  if (kind === 'integration' && (state === 'handed_over' || request.shared_secret_id === null))
    return makeSteps('set_up', workers(request, context))
  if (state === 'handed_over') return makeSteps('use', findPeople(requester_id))
  // only the issuer who was shown the value has it; anyone else must rotate it
  const holder = request.shared_secret_id === null ? findPeople(issued_by_id) : []
  return holder.length > 0 ? makeSteps('hand_over', holder) : makeSteps('rotate', eligibleRotators(request, context))
}

function workers({ requester_id }: RequestProgress, { people, access }: StepContext): Candidate[] {
  const works = ({ role, duties, id }: Candidate) =>
    role !== 'end-user' && (duties.includes('engineer') || id === access.integration_bot_id)
  return people.filter((person) => person.id !== requester_id && works(person))
}

/** The engineers who priorParts no other part in the request; for integrations as well. */
function eligibleRotators(request: RequestProgress, context: StepContext): Candidate[] {
  const { requester_id, approved_by_id, reviewed_by_id, decided_by_id } = request
  const reviewers = context.access.engineer_may_review ? [] : [reviewed_by_id, decided_by_id]
  const others = [requester_id, approved_by_id, ...reviewers]
  return context.people.filter(({ id, role, duties }) => role !== 'end-user' && duties.includes('engineer') && !others.includes(id))
}

function nextStep(step: NextStepName, people: readonly Candidate[], request: RequestProgress, { access }: StepContext): NextStep {
  return { step, people, stuck: people.length > 0 ? null : obstacleOf(step, request, access) }
}

const NO_PROVISIONER = 'there is no provisioner without another part in it'
const GIVE_PROVISIONER = 'Assign the provisioner duty to another person at People, Access duties.'
const NO_ENGINEER = 'there is no engineer without another part in it'
const GIVE_ENGINEER = 'Assign the engineer duty to another person at People, Access duties.'

/** Why no one can take a step, and how to fix that. */
function obstacleOf(
  step: NextStepName,
  { kind }: RequestProgress,
  { integration_bot_id }: Settings['access'],
): { why: string; remedy: string } {
  switch (step) {
    case 'approve':
      return {
        why: 'Nobody can approve it: its manager is not an agent or administrator who may sign in.',
        remedy: 'Name another manager on its page.',
      }
    case 'review':
      return { why: `Nobody can review it: ${NO_PROVISIONER}.`, remedy: GIVE_PROVISIONER }
    case 'accept':
      return { why: `Nobody can decide on it: ${NO_PROVISIONER}.`, remedy: GIVE_PROVISIONER }
    case 'issue':
      return kind === 'api_token'
        ? { why: `Nobody can issue it: ${NO_ENGINEER}.`, remedy: GIVE_ENGINEER }
        : obstacleOfBot(integration_bot_id)
    case 'hand_over':
    case 'rotate':
      return { why: `Nobody can make a new value: ${NO_ENGINEER}.`, remedy: GIVE_ENGINEER }
    case 'set_up':
      return { why: 'No engineer can set the integration up.', remedy: GIVE_ENGINEER }
    case 'open':
    case 'use':
      return { why: 'Its requester can no longer sign in.', remedy: 'Revoke it unless they return.' }
  }
}

function obstacleOfBot(integration_bot_id: number | null): { why: string; remedy: string } {
  if (integration_bot_id === null)
    return {
      why: 'Nobody can make the integration: this instance names no integration-bot agent.',
      remedy: 'Name one in the access settings.',
    }
  return {
    why: 'Nobody can make the integration: the integration-bot agent has another part in the request, or may not sign in.',
    remedy: 'Name another one in the access settings.',
  }
}
