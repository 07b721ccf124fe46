import type { Context } from '#core/context.ts'

/** The context a value is sealed for: this purpose, account and row. A value moved to another row cannot be opened. */
export function sealContext(ctx: Context, id: number): string {
  return `shared_secret:${ctx.account.id}:${id}`
}
