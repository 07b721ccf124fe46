/** Who may make and drop instances over the API: whoever holds the operator's secret, where the operator has set one. */
import type { Context } from '../../../context.ts'
import { hashSecret, sameHash } from '../../../auth/secrets.ts'
import { InvalidBearer, InvalidEndpoint } from '../../../errors.ts'

/**
 * Lets the operator through. The first instance alone is asked, and without a secret there is no such endpoint.
 * @throws InvalidEndpoint @throws InvalidBearer
 */
export function requireOperator({ account, services }: Context, authorization: string | undefined): void {
  const { instances_secret } = services.config
  if (instances_secret === null || !account.is_default) throw new InvalidEndpoint()
  const given = /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1] ?? ''
  if (!sameHash(hashSecret(services.pepper, given), hashSecret(services.pepper, instances_secret))) throw new InvalidBearer()
}
