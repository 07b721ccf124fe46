/** Changing the settings that the public API's settings tree does not have. */
import { requireInPerson } from '#auth/in_person.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { PLANS } from '#accounts/settings.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { type Details, refuseInvalid } from '#core/errors.ts'
import { enqueue } from '#queue/enqueue.ts'
import { CLOCK_YEARS, type ClockSetting, isClockTime, toDate } from '#lib/clock.ts'
import { timeZoneNamed } from '#lib/time_zones.ts'
import { localeByCode } from '#lib/locales.ts'
import { checkAccess, readAccess } from './access.ts'
import { changeSettings } from './change.ts'
import { type Check, checkRetirement, readEndpoints } from './retirement.ts'
import type { InstanceSettingsInput } from './schema.ts'
import { checkEndUsers, readEndUsers } from './end_users.ts'
import { checkSecurity, readSecurity } from './security.ts'

type ClockInput = NonNullable<InstanceSettingsInput['clock']>

/** About 30 years; beyond that no date of a ticket makes sense. */
const FURTHEST_SHIFT_SECONDS = 1_000_000_000
const MAX_PER_MINUTE = 1_000_000
const MAX_IDLE_DAYS = 3650
const MAX_CAPACITY = 1000

/** The clock an input describes; undefined when it describes none. */
function readClock({ mode, at, offset_seconds }: ClockInput): ClockSetting | undefined {
  if (mode === 'real') return { mode }
  if (mode === 'frozen' && typeof at === 'string' && isClockTime(toDate(at))) return { mode, at }
  const shifts = mode === 'shifted' && typeof offset_seconds === 'number' && Math.abs(offset_seconds) <= FURTHEST_SHIFT_SECONDS
  return shifts ? { mode, offset_seconds } : undefined
}

function isWithin(value: number | null | undefined, most: number): boolean {
  return value === undefined || value === null || (value >= 1 && value <= most)
}

function oneOf(value: string | null | undefined, ...values: readonly string[]): boolean {
  return value === undefined || (value !== null && values.includes(value))
}

function checkInstanceInput(ctx: Context, input: InstanceSettingsInput): Details {
  const { rate_limit = {}, clock, api = {}, oauth = {}, assignment = {}, time_zone, locale } = input
  const read = clock === undefined ? undefined : readClock(clock)
  const checks: readonly Check[] = [
    ['rate_limit.plan', oneOf(rate_limit.plan, ...Object.keys(PLANS)), `must be one of ${Object.keys(PLANS).join(', ')}`],
    ['rate_limit.per_minute', isWithin(rate_limit.per_minute, MAX_PER_MINUTE), `must be null or a number from 1 to ${MAX_PER_MINUTE}`],
    [
      'clock',
      clock === undefined || read !== undefined,
      `must be real, frozen with a date from ${CLOCK_YEARS.first} to ${CLOCK_YEARS.last} in at, or shifted with a number in offset_seconds`,
    ],
    [
      'clock.mode',
      read === undefined || read.mode === 'real' || ctx.account.kind !== 'production',
      'must be real on a production instance: expired credentials would be valid again',
    ],
    ['api.token_after_sunset', oneOf(api.token_after_sunset, 'header', 'refuse'), 'must be header or refuse'],
    ['api.token_binding', oneOf(api.token_binding, 'any', 'user'), 'must be any or user'],
    ['api.token_idle_days', isWithin(api.token_idle_days, MAX_IDLE_DAYS), `must be null or a number from 1 to ${MAX_IDLE_DAYS}`],
    [
      'api.token_idle_delete_days',
      isWithin(api.token_idle_delete_days, MAX_IDLE_DAYS),
      `must be null or a number from 1 to ${MAX_IDLE_DAYS}`,
    ],
    ...checkRetirement(ctx.account.settings.api, api),
    ['oauth.refresh_reuse', oneOf(oauth.refresh_reuse, 'refuse', 'revoke'), 'must be refuse or revoke'],
    ['assignment.method', oneOf(assignment.method, 'off', 'round_robin', 'spare_capacity'), 'must be off, round_robin or spare_capacity'],
    [
      'assignment.capacity',
      assignment.capacity !== null && isWithin(assignment.capacity, MAX_CAPACITY),
      `must be a number from 1 to ${MAX_CAPACITY}`,
    ],
    ['time_zone', time_zone === undefined || (time_zone !== null && timeZoneNamed(time_zone) !== undefined), 'is not a known time zone'],
    ['locale', locale === undefined || (locale !== null && localeByCode(locale) !== undefined), 'is not a known locale'],
  ]
  return Object.fromEntries(
    checks.filter(([, fine]) => !fine).map(([path, , must]) => [path, [{ description: `${path}: ${must}`, error: 'InvalidValue' }]]),
  )
}

/**
 * Changes those of the account's own settings that are given and returns the context with the new ones.
 * @throws Forbidden also for access settings changed with an API credential: they decide who approves access @throws RecordInvalid
 */
export async function changeInstanceSettings(ctx: Context, input: InstanceSettingsInput): Promise<Context> {
  requirePermission(ctx, 'settings.manage')
  if (input.access !== undefined) requireInPerson(ctx)
  refuseInvalid({
    ...checkInstanceInput(ctx, input),
    ...checkEndUsers(input.end_users ?? {}),
    ...(await checkAccess(ctx, input.access ?? {})),
    ...(await checkSecurity(ctx, input.security ?? {})),
  })
  const { clock, access, security, end_users, time_zone, locale, ...rest } = input
  const retired_endpoints = readEndpoints(input.api ?? {})
  const change = {
    ...rest,
    ...(retired_endpoints === undefined ? {} : { api: { ...rest.api, retired_endpoints } }),
    ...(clock === undefined ? {} : { clock: readClock(clock) }),
    ...(access === undefined ? {} : { access: readAccess(access) }),
    ...(security === undefined ? {} : { security: readSecurity(security) }),
    ...(end_users === undefined ? {} : { end_users: readEndUsers(end_users) }),
    ...(typeof time_zone === 'string' ? { time_zone: timeZoneNamed(time_zone) } : {}),
    ...(typeof locale === 'string' ? { locale: localeByCode(locale)?.locale } : {}),
  }
  return inTransaction(ctx, async (tx) => {
    if (clock !== undefined) await enqueue(tx, 'due', {}) // work that is due by the new time runs at once
    await followBot(tx, access?.integration_bot_id)
    return { ...(await changeSettings(tx, change)), db: ctx.db }
  })
}

/** When the integration bot changes, queues the job that notifies the new one of integrations to create. */
async function followBot(tx: Context, bot: number | null | undefined): Promise<void> {
  if (bot === undefined || bot === tx.account.settings.access.integration_bot_id) return
  await enqueue(tx, 'follow_access_part', { user_id: bot ?? 0, gained: ['to_issue'], lost: ['to_issue'] })
}
