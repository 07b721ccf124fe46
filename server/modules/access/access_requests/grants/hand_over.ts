/** Hands over a value that an engineer has copied. */
import { hashSecret, sameHash } from '#core/secrets.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { refuseInvalid } from '#core/errors.ts'
import { ensureDefined } from '#lib/defined.ts'
import { lockVisibleRequest } from '../rights.ts'
import type { AccessRequestRow } from '../store.ts'
import { findSharedSecret, type SharedSecretRow } from '#modules/access/shared_secrets/store.ts'
import { putIntoSecret } from './issue.ts'
import { requireEngineer } from './people.ts'
import type { HandOverInput } from './schema.ts'
import { readTokenHash } from './store.ts'

/**
 * Hands the value of a request's token to its requester as a one-time secret. The value must be that of the issued token, which is checked
 * by its hash.
 * @throws NotFound @throws Forbidden for anyone but an engineer
 * @throws RecordInvalid when nothing was issued, it was already handed over, or the value is a different one
 * @source docs/reference/specification.md §5.6.7, §5.6.8
 */
export async function handOverGrant(
  ctx: Context,
  id: number,
  given: HandOverInput,
): Promise<{ request: AccessRequestRow; shared_secret: SharedSecretRow }> {
  return inTransaction(ctx, async (tx) => {
    const request = await lockVisibleRequest(tx, id)
    requireEngineer(tx, request)
    const { api_token_id } = request
    const refuseHandOver = (description: string) => refuseInvalid({ base: [{ description, error: 'InvalidValue' }] })
    if (request.kind === 'integration') refuseHandOver('The credentials of an integration are handed over automatically')
    if (request.state !== 'issued' || api_token_id === null)
      refuseHandOver('There is nothing to hand over: the access request is not in the state issued')
    if (await isWaiting(tx, request)) refuseHandOver('A one-time secret waits for the requester already: withdraw it first')
    const value = given.value?.trim() ?? ''
    const hash = await readTokenHash(tx, ensureDefined(api_token_id))
    if (hash === undefined || !sameHash(hash, hashSecret(ctx.services.pepper, value)))
      refuseInvalid({ value: [{ description: 'Value: does not match the token issued for this access request', error: 'InvalidValue' }] })
    const made = await putIntoSecret(tx, request, { api_token_id: ensureDefined(api_token_id), value, passphrase: given.passphrase })
    return { request: made.request, shared_secret: made.secret }
  })
}

async function isWaiting(tx: Context, { shared_secret_id }: AccessRequestRow): Promise<boolean> {
  return shared_secret_id !== null && (await findSharedSecret(tx, shared_secret_id))?.state === 'waiting'
}
