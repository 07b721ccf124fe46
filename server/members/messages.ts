/** What a group of processes on one port says to each other: the leader keeps the members running, the members answer calls. */
import type { DatabaseAddress } from '../db/address.ts'
import type { Figures } from '../metrics.ts'
import type { StopPlan } from '../stopping.ts'

/** From the leader to a member. */
export type ToMember =
  | { readonly type: 'start'; readonly database: DatabaseAddress; readonly port: number }
  | { readonly type: 'stop'; readonly plan: StopPlan }
  | { readonly type: 'hurry' }
  /** Comes with a connection; the member confirms it. */
  | { readonly type: 'connection'; readonly id: number }
  /** Has it come? Asked where the member has not confirmed it; messages keep their order. */
  | { readonly type: 'have'; readonly id: number }
  /** The port is closed: no connection comes after this. */
  | { readonly type: 'port_closed' }
  | { readonly type: 'measure'; readonly id: number }
  | { readonly type: 'figures_of_all'; readonly id: number; readonly text: string }

/** From a member to the leader. */
export type ToLeader =
  | { readonly type: 'hello' }
  /** It takes connections from now on. */
  | { readonly type: 'ready' }
  | { readonly type: 'taken'; readonly id: number }
  /** It was asked for a connection that has not come to it. */
  | { readonly type: 'missed'; readonly id: number }
  | { readonly type: 'measured'; readonly id: number; readonly figures: Figures }
  | { readonly type: 'measure_all'; readonly id: number }
