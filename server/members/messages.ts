/** The messages of a group of processes on one port: the leader keeps the members running, the members answer requests. */
import type { DatabaseAddress } from '#db/address.ts'
import type { FromMemberListener, ToMemberListener } from '#db/machine_messages.ts'
import type { Figures } from '#core/metrics.ts'
import type { StopPlan } from '#core/stopping.ts'

/** From the leader to a member. */
export type ToMember =
  | { readonly type: 'start'; readonly database: DatabaseAddress; readonly port: number }
  | { readonly type: 'stop'; readonly plan: StopPlan }
  | { readonly type: 'hurry' }
  /** Comes with a connection; the member confirms it. */
  | { readonly type: 'connection'; readonly id: number }
  /** Queries whether an unconfirmed connection has arrived; messages keep their order. */
  | { readonly type: 'have'; readonly id: number }
  /** The port is closed: no connection follows this message. */
  | { readonly type: 'port_closed' }
  | { readonly type: 'measure'; readonly id: number }
  | { readonly type: 'figures_of_all'; readonly id: number; readonly text: string }
  /** What the member receives of other processes. */
  | { readonly type: 'listening'; readonly message: ToMemberListener }

/** From a member to the leader. */
export type ToLeader =
  | { readonly type: 'hello' }
  /** The member takes connections from now on. */
  | { readonly type: 'ready' }
  | { readonly type: 'taken'; readonly id: number }
  /** The connection that was queried has not arrived. */
  | { readonly type: 'missed'; readonly id: number }
  | { readonly type: 'measured'; readonly id: number; readonly figures: Figures }
  | { readonly type: 'measure_all'; readonly id: number }
  | { readonly type: 'listening'; readonly message: FromMemberListener }
