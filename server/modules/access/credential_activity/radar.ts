/** The radar: features to be retired, when, and who still uses them. */
import type { Static } from 'typebox'
import { findSimulatedDate } from '#auth/sunset_simulation.ts'
import { refusalDate } from '#auth/retirement.ts'
import { type Retirement, retirementsOf, type Usage } from '#auth/retirements.ts'
import type { Context } from '#core/context.ts'
import { type AnswerOf, answerOk, type Result } from '#http/route.ts'
import { type CsvCell, csvHeaders, csvText } from '#lib/csv.ts'
import { toDate, wireTime, wireTimeOrNull } from '#lib/clock.ts'
import { ensureDefined } from '#lib/defined.ts'
import { credentialName, userName } from './present.ts'
import { latestDays, wantsCsv } from './query.ts'
import { type RadarRow, usesSince } from './radar_store.ts'
import { requireActivityReader } from './rights.ts'
import type { Caller, RadarAnswer, RadarQuery } from './schema.ts'
import { type Name, namesOf } from './store.ts'

const DAY_MS = 86_400_000
const USUAL_DAYS = 30
const MAX_DAYS = 366
/** The most callers listed in JSON for one retirement; `callers_count` is their full number. The CSV export lists all. */
const MAX_CALLERS = 500

interface Entry {
  readonly retirement: Retirement
  readonly ends_at: string | null
  readonly days_left: number | null
  readonly callers: readonly RadarRow[]
}

/** The key of a usage in the SQL of radar_store.ts. */
function useOf(usage: Usage): string {
  switch (usage.by) {
    case 'credential_kind':
      return usage.kind
    case 'grant_type':
      return `${usage.grant_type}_grant`
    case 'unexpiring':
      return usage.by
    case 'endpoint':
      return `${usage.method} ${usage.path}`
  }
}

const bySize = (one: RadarRow, other: RadarRow) => other.calls - one.calls || (one.last_at < other.last_at ? 1 : -1)

async function readEntries(ctx: Context, days: number): Promise<Entry[]> {
  const retirements = retirementsOf(ctx.account)
  const routes = retirements.filter(({ usage }) => usage.by === 'endpoint').map(({ usage }) => useOf(usage))
  const uses = Map.groupBy(await usesSince(ctx, latestDays(days).from, routes), (row) => row.use)
  return retirements.map((retirement) => {
    const ends_at = retirement.ends_at(ctx.account)
    const days_left = ends_at === null ? null : Math.ceil((toDate(ends_at).getTime() - ctx.now.getTime()) / DAY_MS)
    return { retirement, ends_at, days_left, callers: (uses.get(useOf(retirement.usage)) ?? []).sort(bySize) }
  })
}

/** The date from which the account refuses this caller; null when it does not. */
function blockedFrom(ctx: Context, { retirement }: Entry): string | null {
  return retirement.key === 'api_tokens' ? wireTimeOrNull(refusalDate(ctx.account)) : null
}

/** True when the simulation (`rehearsal`) refuses this caller. It never refuses tokens for having no expiry or for their grant type. */
function isSimulated(ctx: Context, { retirement, ends_at }: Entry, row: RadarRow): boolean {
  if (ends_at === null || retirement.usage.by === 'unexpiring' || retirement.usage.by === 'grant_type') return false
  const auth = {
    kind: row.credential_kind,
    credential_id: row.credential_id,
    client_id: row.client_id === 0 ? null : row.client_id,
  }
  const at = findSimulatedDate(ctx.account, { auth, actor: { id: row.user_id, role: 'agent' } })
  return at !== null && toDate(at) >= toDate(ends_at)
}

function presentCaller(ctx: Context, entry: Entry, row: RadarRow, names: ReadonlyMap<string, Name>): AnswerOf<typeof Caller> {
  const user = userName(row.user_id, names)
  return {
    key: [row.credential_kind, row.credential_id, row.user_id, row.user_agent, row.ip_address].join(' '),
    label: credentialName(row, names).label,
    credential_kind: row.credential_kind,
    credential_id: row.credential_id === 0 ? null : row.credential_id,
    client_id: row.client_id === 0 ? null : row.client_id,
    user_id: row.user_id === 0 ? null : row.user_id,
    user: row.user_id === 0 ? null : (user.detail ?? user.label),
    user_agent: row.user_agent === '' ? null : row.user_agent,
    ip_address: row.ip_address === '' ? null : row.ip_address,
    calls: row.calls,
    last_at: wireTime(row.last_at),
    blocked_from: blockedFrom(ctx, entry),
    rehearsing: isSimulated(ctx, entry, row),
  }
}

const sumOf = (rows: readonly RadarRow[]) => rows.reduce((total, row) => total + row.calls, 0)

const COLUMNS = [
  'retirement',
  'title',
  'ends_at',
  'days_left',
  'credential',
  'credential_kind',
  'credential_id',
  'user',
  'user_agent',
  'ip_address',
] as const
const MORE_COLUMNS = ['calls', 'last_at', 'blocked_from', 'rehearsing', 'replacement'] as const

function tableOf(ctx: Context, entries: readonly Entry[], names: ReadonlyMap<string, Name>): string {
  const lines = entries.flatMap((entry) => {
    const { retirement, ends_at, days_left } = entry
    const begin: CsvCell[] = [retirement.key, retirement.title, wireTimeOrNull(ends_at), days_left]
    const callers = entry.callers.map((row) => presentCaller(ctx, entry, row, names))
    return callers.map(
      ({ label, credential_kind, credential_id, user, user_agent, ip_address, calls, last_at, blocked_from, rehearsing }) => [
        ...begin,
        label,
        credential_kind,
        credential_id,
        user,
        user_agent,
        ip_address,
        calls,
        last_at,
        blocked_from,
        rehearsing,
        retirement.replacement,
      ],
    )
  })
  return csvText([...COLUMNS, ...MORE_COLUMNS], lines)
}

/**
 * The retirements with the days left by the account's clock and their callers of the latest days.
 * @throws Forbidden
 * @throws InvalidAttribute
 * @source docs/reference/access_governance.md §12.3
 */
export async function readRadar(ctx: Context, query: Static<typeof RadarQuery>): Promise<Result<AnswerOf<typeof RadarAnswer>>> {
  requireActivityReader(ctx)
  const days = Math.min(Math.max(query.days ?? USUAL_DAYS, 1), MAX_DAYS)
  const isTable = wantsCsv(query.format, 'deskhand/radar')
  const entries = await readEntries(ctx, days)
  const shown = isTable ? entries : entries.map((entry) => ({ ...entry, callers: entry.callers.slice(0, MAX_CALLERS) }))
  const names = await namesOf(
    ctx,
    shown.flatMap((entry) => entry.callers),
  )
  if (isTable)
    return {
      status: 200,
      body: tableOf(ctx, shown, names),
      headers: csvHeaders(`radar_${wireTime(ctx.now.toISOString()).slice(0, 10)}.csv`),
    }
  const { rehearsal } = ctx.account.settings.api
  const retirements = shown.map((entry, index) => ({
    key: entry.retirement.key,
    title: entry.retirement.title,
    ends_at: wireTimeOrNull(entry.ends_at),
    days_left: entry.days_left,
    replacement: entry.retirement.replacement,
    calls: sumOf(ensureDefined(entries[index]).callers),
    callers_count: ensureDefined(entries[index]).callers.length,
    callers: entry.callers.map((row) => presentCaller(ctx, entry, row, names)),
  }))
  return answerOk({
    radar: { as_of: wireTime(ctx.now.toISOString()), days, rehearsal: { ...rehearsal, at: wireTimeOrNull(rehearsal.at) }, retirements },
  })
}
