/**
 * Audits failed sign-ins: an entry when so many have failed for one person that further attempts are refused for a while. Single failures
 * are in the request log. At most one entry an hour is written for a person and a kind of secret, so an attacker cannot flood the log.
 */
import type { Account } from '#accounts/account.ts'
import { appendAudit } from '#accounts/audit_chain.ts'
import type { Actor, Services } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { accountNow, machineNow } from '#lib/clock.ts'

const HOUR_SECONDS = 3600
/** Inserts nothing when the hour has its entry already. */
const note = defineStatement<unknown>(`insert into rate_limits (account_id, bucket, window_start, taken) values ($1, $2, $3, 1)
  on conflict (account_id, bucket, window_start) do nothing`)

interface Attempted {
  readonly services: Services
  readonly account: Account
  readonly address: string | null
}

/**
 * Records as an anonymous actor that attempts were stopped; `what` was guessed: `password`, `second factor`.
 * @source docs/reference/access_governance.md §13
 */
export async function recordClosed({ services, account, address }: Attempted, person: Actor, what: string): Promise<void> {
  if (account.move_state !== null) return // it is only read
  const now = Math.floor(machineNow().getTime() / 1000)
  await services.database.transaction(async (tx) => {
    const first = await tx.run(note(account.id, `closed:${what}:${person.id}`, now - (now % HOUR_SECONDS)))
    if (first === 0) return
    await appendAudit(tx, services.ids, {
      account_id: account.id,
      actor_id: 0,
      actor_name: 'Anonymous user',
      action: 'login_refused',
      source_type: 'user',
      source_id: person.id,
      source_label: person.name,
      change_description: `Too many wrong attempts at the ${what}: further attempts are refused for a while`,
      ip_address: address,
      details: {},
      created_at: accountNow(account.settings.clock).toISOString(),
    })
  })
}
