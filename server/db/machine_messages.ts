/** The messages between a process that listens and those of its machine that listen through it. They arrive in the order in which they are sent. */
import type { Notification } from './listening.ts'

/** Until when what is cached may be used, in news on the clock that all processes of the machine share; and the session that is listened through. */
export interface GrantedLease {
  readonly until: number
  readonly pid: number
}

/** What a member does in this order: it drops everything, receives messages, extends its lease; then it says that it has seen the news. */
export interface News {
  readonly number: number
  readonly has_missed?: boolean
  readonly messages?: readonly Notification[]
  readonly lease?: GrantedLease
}

/** From the process that listens to a member. */
export type ToMemberListener =
  | { readonly type: 'news'; readonly news: News }
  /** A session has dropped what a message of the member names. */
  | { readonly type: 'confirmed'; readonly message: Notification }
  /** Notifications are received, or held back. */
  | { readonly type: 'received' }

/** From a member to the process that listens. */
export type FromMemberListener =
  /** The first message. `mark` is how the ids of the member's own messages begin. */
  | { readonly type: 'listen'; readonly mark: string }
  | { readonly type: 'seen'; readonly number: number }
  /** The member has done what these news ask for beside dropping values. */
  | { readonly type: 'handled'; readonly number: number }
  | { readonly type: 'say'; readonly message: Notification }
  /** Asks for an answer once notifications are received, or held back. */
  | { readonly type: 'ask_received' }
  /** The last message: the member uses nothing that is cached any more. */
  | { readonly type: 'leave' }
