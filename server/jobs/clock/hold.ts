/** Holds an account's clock during an advance: takes it, moves it from moment to moment, and lets it run on. */
import { randomUUID } from 'node:crypto'
import type { Account } from '#accounts/account.ts'
import { ACCOUNTS_TOPIC } from '#accounts/directory.ts'
import { lockSettings } from '#accounts/lock.ts'
import { applySettingsChange, fullSettings } from '#accounts/settings.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { Conflict } from '#core/errors.ts'
import { accountNow, addSeconds, type AdvancingClock, type ClockSetting, isHeld, machineNow } from '#lib/clock.ts'
import { formatMoment } from '#lib/dates.ts'
import { ensureDefined } from '#lib/defined.ts'
import { updateSettings } from '#modules/account/account_settings/store.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'

/** A clock that is held. */
export interface Hold {
  readonly clock: AdvancingClock
  /** As it was before. */
  readonly was: ClockSetting
  /** Where it stood when it was taken. */
  readonly from: Date
  /** Where it is to go. */
  readonly to: Date
}

/** Stores a clock under the lock of the account, if the stored one may be replaced; returns the account with its settings of now. */
async function store(tx: Context, next: (stored: ClockSetting) => ClockSetting): Promise<Account> {
  const stored = await lockSettings(tx)
  const clock = next(fullSettings(stored).clock)
  const changed = applySettingsChange(stored, { clock })
  await updateSettings(tx, changed)
  await tx.services.cache.invalidate(tx.db, ACCOUNTS_TOPIC)
  return { ...tx.account, settings: fullSettings(changed) }
}

/** Takes the clock for at most `seconds` by the machine's clock. @throws Conflict while another advance holds it @throws whatever `target` throws */
export async function takeClock(ctx: Context, seconds: number, target: (from: Date) => Date): Promise<Hold> {
  return inTransaction(ctx, async (tx) => {
    let hold: Hold | undefined
    await store(tx, (was) => {
      if (was.mode === 'advancing' && isHeld(was))
        throw new Conflict('ClockIsAdvancing', 'The clock of this instance is being advanced; wait until that is done')
      const from = accountNow(was)
      const until = addSeconds(machineNow(), seconds).toISOString()
      const runs = was.mode === 'advancing' ? was.runs : was.mode !== 'frozen'
      const clock: AdvancingClock = { mode: 'advancing', at: from.toISOString(), by: randomUUID(), until, runs }
      hold = { clock, was, from, to: target(from) }
      return clock
    })
    return ensureDefined(hold)
  })
}

/** @throws Conflict when the clock was set by someone else meanwhile, or the hold is over */
function ownClock(stored: ClockSetting, by: string): AdvancingClock {
  if (stored.mode !== 'advancing' || stored.by !== by || !isHeld(stored))
    throw new Conflict('ClockWasSet', 'The clock of this instance was set while it was being advanced; the advance has ended there')
  return stored
}

/** Moves the clock. Returns the account as it is at that moment, for acts: its clock stands there. @throws Conflict see {@link ownClock} */
export async function moveClock(ctx: Context, { clock: { by } }: Hold, at: Date): Promise<Account> {
  const account = await inTransaction(ctx, (tx) => store(tx, (stored) => ({ ...ownClock(stored, by), at: at.toISOString() })))
  return { ...account, settings: { ...account.settings, clock: { mode: 'frozen', at: at.toISOString() } } }
}

/** Lets the clock go where it stands: one that ran runs on from there. Recorded in the audit log. @throws Conflict see {@link ownClock} */
export async function releaseClock(ctx: Context, { clock: { by, runs }, was, from }: Hold): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    let at = from
    await store(tx, (stored) => {
      at = accountNow(ownClock(stored, by))
      if (at.getTime() === from.getTime()) return was
      if (!runs) return { mode: 'frozen', at: at.toISOString() }
      return { mode: 'shifted', offset_seconds: Math.ceil((at.getTime() - machineNow().getTime()) / 1000) }
    })
    if (at.getTime() === from.getTime()) return
    await recordAudit(
      { ...tx, now: at },
      {
        action: 'update',
        source_type: 'account_setting',
        source_id: tx.account.id,
        source_label: 'clock',
        change_description: `Advanced from ${formatMoment(from)} to ${formatMoment(at)}`,
      },
    )
  })
}
