/** The act behind every change of settings: stores them, audits each changed switch, invalidates the cache of all processes. */
import { ACCOUNTS_TOPIC } from '#accounts/directory.ts'
import { lockSettings } from '#accounts/lock.ts'
import { applySettingsChange, fullSettings } from '#accounts/settings.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { isObject } from '#lib/json.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { describeSetting } from './describe.ts'
import { updateSettings } from './store.ts'

/** The leaves of nested settings by path: `api.token_access` → true. The clock counts as one value. */
function leaves(value: Record<string, unknown>, path = ''): [path: string, value: unknown][] {
  return Object.entries(value).flatMap(([key, inner]): [string, unknown][] =>
    isObject(inner) && key !== 'clock' ? leaves(inner, `${path}${key}.`) : [[path + key, inner]],
  )
}

/**
 * Merges a change into the account's settings and returns the context with the new ones. The caller is already authorised.
 * Each changed switch gets an audit log entry.
 * @source docs/reference/account.md §7
 */
export async function changeSettings(ctx: Context, change: Record<string, unknown>): Promise<Context> {
  return inTransaction(ctx, async (tx) => {
    const stored = await lockSettings(tx)
    const before = new Map(leaves({ ...fullSettings(stored) }))
    const next = applySettingsChange(stored, change)
    const settings = fullSettings(next)
    await updateSettings(tx, next)
    for (const [path, value] of leaves({ ...settings })) {
      const was = before.get(path)
      if (JSON.stringify(was) === JSON.stringify(value)) continue
      const change_description = `Changed from ${describeSetting(path, was)} to ${describeSetting(path, value)}`
      await recordAudit(tx, {
        action: 'update',
        source_type: 'account_setting',
        source_id: tx.account.id,
        source_label: path,
        change_description,
      })
    }
    await tx.services.cache.invalidate(tx.db, ACCOUNTS_TOPIC)
    return { ...ctx, account: { ...ctx.account, settings } }
  })
}
