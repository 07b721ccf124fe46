/** What an integration keeps secret, as one sealed text. It is opened where it is needed, and nowhere shown. */
import { open, seal } from '../../../auth/cipher.ts'
import type { Context } from '../../../context.ts'
import { storedConfig } from './check.ts'
import { readSealedSecrets } from './store.ts'

const contextOf = (ctx: Context, accessRequestId: number) => `integration:${ctx.account.id}:${accessRequestId}`

/** Seals secrets by name; null when there are none. What is sealed for one access request opens for no other. */
export function sealSecrets(ctx: Context, accessRequestId: number, secrets: Readonly<Record<string, string>>): Buffer | null {
  if (Object.keys(secrets).length === 0) return null
  return seal(ctx.services.pepper, JSON.stringify(secrets), contextOf(ctx, accessRequestId))
}

/** The secrets of an integration, by name; none when there are none any more. */
export async function openSecrets(ctx: Context, row: { id: number; access_request_id: number }): Promise<Record<string, string>> {
  const sealed = await readSealedSecrets(ctx, row.id)
  if (sealed === null) return {}
  return storedConfig(JSON.parse(open(ctx.services.pepper, sealed, contextOf(ctx, row.access_request_id))))
}
