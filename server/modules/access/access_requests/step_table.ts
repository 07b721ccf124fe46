/** THE STEPS OF AN ACCESS REQUEST as data: from and to which state, who takes each, who must not, what it requires, who is notified. */
import type { PersonStep, RequestKind, RequestState } from './states.ts'

/** Those of {@link PersonStep}, and what follows by itself. */
export type StepName = PersonStep | 'hand_over' | 'activate' | 'expire'

/** The capacity in which a user takes a step. */
export type Party = 'requester' | 'manager' | 'provisioner' | 'engineer' | 'integration_bot' | 'admin' | 'system'

/** A part a user has already had in a request. Who decided on it counts as reviewer. */
export type Part = 'requester' | 'approver' | 'reviewer'

/** Who is notified of a step. `concerned`: the requester, the manager, and everyone who approved, reviewed, decided on or issued it. */
export type Audience = 'requester' | 'provisioners' | 'engineers' | 'concerned'

/** A user who had this part may not take the step, unless the named setting allows it. */
export interface Separation {
  readonly part: Part
  readonly unless?: 'engineer_may_review'
}

/** A transition between states. */
export interface Step {
  readonly name: StepName
  /** Applies only to requests of this kind; to both kinds when absent. */
  readonly kind?: RequestKind
  readonly from: readonly RequestState[]
  readonly to: RequestState
  readonly by: readonly Party[]
  readonly apart: readonly Separation[]
  /** Must be taken in person, with a credential that only its user holds. */
  readonly in_person?: true
  /** Requires a reason, a note or findings. */
  readonly needs_reason: boolean
  /** The columns that record the actor and the time. */
  readonly stamps: {
    readonly by?: 'approved_by_id' | 'reviewed_by_id' | 'decided_by_id' | 'issued_by_id'
    readonly at: 'approved_at' | 'reviewed_at' | 'accepted_at' | 'issued_at' | 'handed_over_at' | 'activated_at' | 'closed_at'
  }
  /** `kept`: the deadline for a decision stays; `approval`: the time to issue begins; `none`: there is no deadline. */
  readonly deadline: 'kept' | 'approval' | 'none'
  readonly notifies: readonly Audience[]
  /** What has happened, after "The access request". */
  readonly done: string
}

const REQUESTER: Separation = { part: 'requester' }
const APPROVER: Separation = { part: 'approver' }
const REVIEWER: Separation = { part: 'reviewer', unless: 'engineer_may_review' }
const closed = { needs_reason: true, deadline: 'none', notifies: ['concerned'] } as const

/**
 * All steps. A request whose state is in none of a step's `from` cannot take it.
 * @source docs/reference/specification.md §5.6; docs/reference/access_governance.md §3
 */
export const STEPS: readonly Step[] = [
  {
    name: 'approve',
    from: ['submitted'],
    to: 'manager_approved',
    by: ['manager'],
    apart: [REQUESTER],
    in_person: true,
    needs_reason: false,
    stamps: { by: 'approved_by_id', at: 'approved_at' },
    deadline: 'kept',
    notifies: ['provisioners'],
    done: 'was approved by the manager of its requester',
  },
  {
    name: 'review',
    from: ['manager_approved'],
    to: 'security_reviewed',
    by: ['provisioner'],
    apart: [REQUESTER, APPROVER],
    in_person: true,
    needs_reason: true,
    stamps: { by: 'reviewed_by_id', at: 'reviewed_at' },
    deadline: 'kept',
    notifies: ['provisioners'],
    done: 'went through its security review',
  },
  {
    name: 'accept',
    from: ['security_reviewed'],
    to: 'accepted',
    by: ['provisioner'],
    apart: [REQUESTER, APPROVER],
    in_person: true,
    needs_reason: true,
    stamps: { by: 'decided_by_id', at: 'accepted_at' },
    deadline: 'approval',
    notifies: ['engineers', 'requester'],
    done: 'was accepted',
  },
  {
    name: 'reject',
    from: ['submitted'],
    to: 'rejected',
    by: ['manager'],
    apart: [REQUESTER],
    in_person: true,
    stamps: { by: 'decided_by_id', at: 'closed_at' },
    done: 'was rejected by the manager of its requester',
    ...closed,
  },
  {
    name: 'reject',
    from: ['manager_approved', 'security_reviewed'],
    to: 'rejected',
    by: ['provisioner'],
    apart: [REQUESTER, APPROVER],
    in_person: true,
    stamps: { by: 'decided_by_id', at: 'closed_at' },
    done: 'was rejected after its security review',
    ...closed,
  },
  {
    name: 'withdraw',
    from: ['submitted', 'manager_approved', 'security_reviewed', 'accepted'],
    to: 'withdrawn',
    by: ['requester'],
    apart: [],
    stamps: { at: 'closed_at' },
    done: 'was withdrawn by its requester',
    ...closed,
    needs_reason: false,
  },
  {
    name: 'issue',
    kind: 'api_token',
    from: ['accepted'],
    to: 'issued',
    by: ['engineer'],
    apart: [REQUESTER, APPROVER, REVIEWER],
    in_person: true,
    needs_reason: false,
    stamps: { by: 'issued_by_id', at: 'issued_at' },
    deadline: 'none',
    notifies: ['requester'],
    done: 'was issued',
  },
  {
    // docs/reference/specification.md §5.5.3: the integration-bot agent creates integrations; an engineer signs in with its account
    name: 'issue',
    kind: 'integration',
    from: ['accepted'],
    to: 'issued',
    by: ['integration_bot'],
    apart: [REQUESTER, APPROVER, REVIEWER],
    in_person: true,
    needs_reason: false,
    stamps: { by: 'issued_by_id', at: 'issued_at' },
    deadline: 'none',
    notifies: ['requester'],
    done: 'was issued',
  },
  {
    // the requester has opened the one-time secret, or the creation checklist of an integration without one is complete
    name: 'hand_over',
    from: ['issued'],
    to: 'handed_over',
    by: ['system'],
    apart: [],
    needs_reason: false,
    stamps: { at: 'handed_over_at' },
    deadline: 'none',
    notifies: ['concerned'],
    done: 'was handed over to its requester',
  },
  {
    name: 'activate',
    from: ['handed_over'],
    to: 'active',
    by: ['system'],
    apart: [],
    needs_reason: false,
    stamps: { at: 'activated_at' },
    deadline: 'none',
    notifies: ['requester'],
    done: 'is in use: its credential was used for the first time',
  },
  {
    name: 'revoke',
    from: ['issued', 'handed_over', 'active'],
    to: 'revoked',
    by: ['admin', 'engineer', 'requester', 'system'],
    apart: [],
    stamps: { at: 'closed_at' },
    done: 'was revoked with its credential',
    ...closed,
  },
  {
    name: 'expire',
    from: ['submitted', 'manager_approved', 'security_reviewed', 'accepted'],
    to: 'expired',
    by: ['system'],
    apart: [],
    stamps: { at: 'closed_at' },
    done: 'has expired: its deadline has passed',
    ...closed,
    needs_reason: false,
  },
]
