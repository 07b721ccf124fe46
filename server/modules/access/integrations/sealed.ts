/** The secrets of an integration, stored as one sealed text. They are opened where they are needed and never shown. */
import { open, seal } from '#auth/cipher.ts'
import type { Context } from '#core/context.ts'
import { readStoredConfig } from './check.ts'
import { readSealedSecrets } from './store.ts'

const contextOf = (ctx: Context, accessRequestId: number) => `integration:${ctx.account.id}:${accessRequestId}`

/** Seals secrets by name; null when there are none. Secrets sealed for one access request cannot be opened for another. */
export function sealSecrets(ctx: Context, accessRequestId: number, secrets: Readonly<Record<string, string>>): Buffer | null {
  if (Object.keys(secrets).length === 0) return null
  return seal(ctx.services.pepper, JSON.stringify(secrets), contextOf(ctx, accessRequestId))
}

/** The secrets of an integration, by name; empty when it has none. */
export async function openSecrets(ctx: Context, row: { id: number; access_request_id: number }): Promise<Record<string, string>> {
  const sealed = await readSealedSecrets(ctx, row.id)
  if (sealed === null) return {}
  return readStoredConfig(JSON.parse(open(ctx.services.pepper, sealed, contextOf(ctx, row.access_request_id))))
}
