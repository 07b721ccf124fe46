// WHICH INSTANCE: an account is one instance of the service, found by the host a request names.
// Not here: who is calling (auth/), what the instance holds (modules/).
import type { InstanceKind } from '#config/config.ts'
import type { Settings } from './settings.ts'

/** How far the move of an account from or to another installation is; see gate.ts. */
export type MoveState = 'arriving' | 'leaving' | 'moved'

/** One instance, as cached by the process. */
export interface Account {
  readonly id: number
  readonly subdomain: string
  readonly host: string | null
  readonly name: string
  readonly kind: InstanceKind
  readonly deployment: 'commercial' | 'government'
  readonly is_default: boolean
  readonly owner_id: number
  readonly settings: Settings
  readonly created_at: string
  /** Null for one that is in use. */
  readonly move_state: MoveState | null
}
