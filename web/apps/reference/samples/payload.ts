// What the samples of every language are made from.
import type { Payload } from '../call.ts'

/** A call with its URL. */
export interface Sample {
  method: string
  url: string
  /** Undefined if the operation takes no credentials. */
  user: string | undefined
  payload: Payload | { kind: 'json'; type: string; value: unknown }
}
