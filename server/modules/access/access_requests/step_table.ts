/** THE STEPS OF AN ACCESS REQUEST as data: from where to where, who takes each, who must not, what must be given, who is told. */
import type { RequestKind, RequestState } from './states.ts'

export type StepName = 'approve' | 'review' | 'accept' | 'reject' | 'withdraw' | 'issue' | 'hand_over' | 'activate' | 'revoke' | 'expire'

/** In what capacity somebody takes a step. */
export type Party = 'requester' | 'manager' | 'provisioner' | 'engineer' | 'integration_bot' | 'admin' | 'system'

/** A part somebody has had in a request before; the reviewer is also whoever decided. */
export type Part = 'requester' | 'approver' | 'reviewer'

/** Who is told of a step. `concerned` = the requester, the manager, and whoever has taken a step. */
export type Audience = 'requester' | 'provisioners' | 'engineers' | 'concerned'

/** Whoever had this part may not take the step, unless the instance allows it. */
export interface Apart {
  readonly part: Part
  readonly unless?: 'engineer_may_review'
}

/** One way from state to state. */
export interface Step {
  readonly name: StepName
  /** Only requests of this kind; both when left out. */
  readonly kind?: RequestKind
  readonly from: readonly RequestState[]
  readonly to: RequestState
  readonly by: readonly Party[]
  readonly apart: readonly Apart[]
  /** Decided in person, with a credential nobody else holds. */
  readonly in_person?: true
  /** The step is taken with a reason, a note or findings. */
  readonly needs_reason: boolean
  /** Columns that keep who and when. */
  readonly stamps: {
    readonly by?: 'approved_by_id' | 'reviewed_by_id' | 'decided_by_id' | 'issued_by_id'
    readonly at: 'approved_at' | 'reviewed_at' | 'accepted_at' | 'issued_at' | 'handed_over_at' | 'activated_at' | 'closed_at'
  }
  /** `kept`: the time for a decision goes on; `approval`: the time to issue begins; `none`: nothing is waited for. */
  readonly deadline: 'kept' | 'approval' | 'none'
  readonly tells: readonly Audience[]
  /** What has happened, after "The access request". */
  readonly done: string
}

const REQUESTER: Apart = { part: 'requester' }
const APPROVER: Apart = { part: 'approver' }
const REVIEWER: Apart = { part: 'reviewer', unless: 'engineer_may_review' }
const closed = { needs_reason: true, deadline: 'none', tells: ['concerned'] } as const

/**
 * Every step there is. A request that is in none of a step's `from` cannot take it.
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
    tells: ['provisioners'],
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
    tells: ['provisioners'],
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
    tells: ['engineers', 'requester'],
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
    tells: ['requester'],
    done: 'was issued',
  },
  {
    // docs/reference/specification.md §5.5.3: an integration is created through the integration-bot agent account, which an engineer signs in with
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
    tells: ['requester'],
    done: 'was issued',
  },
  {
    // the requester has opened the one-time secret, or the integration stands
    name: 'hand_over',
    from: ['issued'],
    to: 'handed_over',
    by: ['system'],
    apart: [],
    needs_reason: false,
    stamps: { at: 'handed_over_at' },
    deadline: 'none',
    tells: ['concerned'],
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
    tells: ['requester'],
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
    done: 'has expired: it had waited too long',
    ...closed,
    needs_reason: false,
  },
]
