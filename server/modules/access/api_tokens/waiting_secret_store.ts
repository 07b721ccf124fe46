/** The one statement on one-time secrets here: those that still wait with the value of a token. They know tokens, not the other way round. */
import type { Context } from '../../../context.ts'
import { fixed } from '../../../db/builder.ts'

/** A one-time secret that was withdrawn. */
export interface WithdrawnSecret {
  readonly id: number
  readonly label: string
  readonly sender_id: number
  readonly reader_id: number
}

const withdraw = fixed<WithdrawnSecret>(`update shared_secrets set state = 'withdrawn', value_cipher = null
  where account_id = $1 and api_token_id = $2 and state = 'waiting' returning id, label, sender_id, reader_id`)

/** Destroys the value of a token wherever it waits to be read. The token is held, as whoever opens such a secret holds it first. */
export function withdrawSecretsOf(tx: Context, apiTokenId: number): Promise<WithdrawnSecret[]> {
  return tx.db.all(withdraw(tx.account.id, apiTokenId))
}
