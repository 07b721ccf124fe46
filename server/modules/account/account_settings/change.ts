/** The act behind every change of settings: stored, audited switch by switch, known to all processes. */
import { ACCOUNTS_TOPIC } from '../../../accounts/directory.ts'
import { lockAccount } from '../../../accounts/lock.ts'
import { changedSettings, fullSettings } from '../../../accounts/settings.ts'
import { type Context, inTransaction } from '../../../context.ts'
import { isObject } from '../../../lib/json.ts'
import { recordAudit } from '../../common/audit_logs/record_store.ts'
import { updateSettings } from './store.ts'

/** Members of settings by their path: `api.token_access` → true. The clock is one value. */
function leaves(value: Record<string, unknown>, path = ''): [path: string, value: string][] {
  return Object.entries(value).flatMap(([key, inner]): [string, string][] =>
    isObject(inner) && key !== 'clock' ? leaves(inner, `${path}${key}.`) : [[path + key, JSON.stringify(inner)]],
  )
}

/**
 * Merges a change into the account's settings; the context with the settings there then are. The caller has settled who may do this.
 * Each switch that is turned gets an entry of the audit log.
 * @source docs/reference/account.md §7
 */
export async function changeSettings(ctx: Context, change: Record<string, unknown>): Promise<Context> {
  return inTransaction(ctx, async (tx) => {
    const stored = await lockAccount(tx)
    const before = new Map(leaves({ ...fullSettings(stored) }))
    const next = changedSettings(stored, change)
    const settings = fullSettings(next)
    await updateSettings(tx, next)
    for (const [path, value] of leaves({ ...settings })) {
      if (before.get(path) === value) continue
      const change_description = `Changed from ${before.get(path)} to ${value}`
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
