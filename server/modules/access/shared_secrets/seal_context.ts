import type { Context } from '../../../context.ts'

/** Where a value is sealed for: this purpose, this account and this row. Moved elsewhere it does not open. */
export function sealContext(ctx: Context, id: number): string {
  return `shared_secret:${ctx.account.id}:${id}`
}
