/** Every statement on unopened one-time secrets with the value of a token. It is here because shared_secrets/ imports api_tokens/, not the reverse. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'

/** A one-time secret that was withdrawn. */
export interface WithdrawnSecret {
  readonly id: number
  readonly label: string
  readonly sender_id: number
  readonly reader_id: number
}

const withdraw = defineStatement<WithdrawnSecret>(`update shared_secrets set state = 'withdrawn', value_cipher = null
  where account_id = $1 and api_token_id = $2 and state = 'waiting' returning id, label, sender_id, reader_id`)

/** Withdraws unopened secrets with the value of a token. The caller has locked the token, which opening a secret also locks first. */
export function withdrawSecretsOf(tx: Context, apiTokenId: number): Promise<WithdrawnSecret[]> {
  return tx.db.all(withdraw(tx.account.id, apiTokenId))
}
