/** Authorises creating and dropping instances over the API: by the operator's secret, if one is configured. */
import type { Context } from '../../../context.ts'
import { hashSecret, sameHash } from '../../../auth/secrets.ts'
import { InvalidBearer, InvalidEndpoint } from '../../../errors.ts'

/**
 * Requires the operator's secret. The route exists only on the first instance, and only if a secret is configured.
 * @throws InvalidEndpoint @throws InvalidBearer
 */
export function requireOperator({ account, services }: Context, authorization: string | undefined): void {
  const { instances_secret } = services.config
  if (instances_secret === null || !account.is_default) throw new InvalidEndpoint()
  const given = /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1] ?? ''
  if (!sameHash(hashSecret(services.pepper, given), hashSecret(services.pepper, instances_secret))) throw new InvalidBearer()
}
