/** The secrets of a target, stored as one sealed text. */
import { open } from '#auth/cipher.ts'
import type { Context } from '#core/context.ts'
import { parseOwn } from '#lib/json.ts'
import type { TargetRow } from './store.ts'
import type { MemberValue } from './types.ts'

/** Where the secrets of a target are sealed for. */
export const targetPlace = (ctx: Context, id: number) => `target:${ctx.account.id}:${id}`

/** The decrypted secrets of a target. @throws CannotOpen */
export function targetSecrets(ctx: Context, row: TargetRow): Readonly<Record<string, MemberValue>> {
  return row.secrets === null ? {} : parseOwn(open(ctx.services.pepper, row.secrets, targetPlace(ctx, row.id)))
}
