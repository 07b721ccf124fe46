/** Hands credentials to the requester as a one-time secret, which only they can open. */
import type { Context } from '#core/context.ts'
import type { AccessRequestRow } from '../access_requests/store.ts'
import { requireValueSeparation } from '../access_requests/separation.ts'
import { createSharedSecret } from '../shared_secrets/create.ts'
import type { SharedSecretRow } from '../shared_secrets/store.ts'

/** The content of the one-time secret. `passphrase` null: the reader's session is enough to open it. */
export interface HandedCredentials {
  readonly label: string
  readonly value: string
  readonly passphrase: string | null
  readonly api_token_id: number | null
}

/**
 * Puts credentials into a one-time secret for the requester, inside the caller's transaction.
 * @throws Forbidden for a caller whose part in the request is separated from its value
 * @throws RecordInvalid for a passphrase that is too short or too long
 */
export async function handToRequester(tx: Context, request: AccessRequestRow, parcel: HandedCredentials): Promise<SharedSecretRow> {
  const combined = requireValueSeparation(tx, request)
  const { row } = await createSharedSecret(tx, { ...parcel, reader_id: request.requester_id, access_request_id: request.id, combined })
  return row
}
