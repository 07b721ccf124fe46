// WHICH INSTANCE: an account is one instance of the service, found by the host a request names.
// Not here: who is calling (auth/), what the instance holds (modules/).
import type { InstanceKind } from '../config.ts'
import type { Settings } from './settings.ts'

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
}
