import { wireTime } from '#lib/clock.ts'
import type { AnswerOf } from '#http/route.ts'
import type { ActivityRow, DayRow, Grouping, Name, Subject, Sums } from './store.ts'
import type { Activity, Totals } from './schema.ts'

type Names = ReadonlyMap<string, Name>

/** The names of kinds of credentials as text. */
const KINDS: Readonly<Record<string, string>> = {
  api_token: 'API token',
  oauth: 'OAuth token',
  password: 'Password',
  session: 'Dashboard session',
  anonymous: 'Without credentials',
  none: 'Without credentials',
  unreadable: 'Unreadable credentials',
}

/** The name of a user, with a placeholder for a deleted one. */
export function userName(id: number, names: Names): Name {
  return names.get(`user:${id}`) ?? { label: id === 0 ? 'Nobody signed in' : `User ${id} (deleted)`, detail: null }
}

/** The name of a credential: the description or client of a token, the user of a password or session. */
export function credentialName(
  { credential_kind: kind, credential_id, user_id }: Pick<Subject, 'credential_kind' | 'credential_id' | 'user_id'>,
  names: Names,
): Name {
  const way = KINDS[kind ?? ''] ?? String(kind)
  if (kind === 'api_token' || kind === 'oauth') {
    if (credential_id === null || credential_id === 0) return { label: `Unknown ${way}`, detail: 'refused' }
    const name = names.get(`${kind}:${credential_id}`)
    return name === undefined
      ? { label: `${way} ${credential_id} (deleted)`, detail: null }
      : { label: name.label, detail: `${way} · ${name.detail ?? ''}` }
  }
  if (user_id === null || user_id === 0) return { label: way, detail: kind === 'password' ? 'refused' : null }
  const user = userName(user_id, names)
  return { label: user.label, detail: `${way} · ${user.detail ?? ''}` }
}

function nameOf(grouping: Grouping, row: ActivityRow, names: Names): Name {
  switch (grouping) {
    case 'credential':
      return credentialName(row, names)
    case 'client':
      return names.get(`client:${row.client_id}`) ?? { label: `Client ${row.client_id} (deleted)`, detail: null }
    case 'user':
      return userName(row.user_id ?? 0, names)
    default:
      return { label: row.key === '' ? 'Not given' : row.key, detail: null }
  }
}

/** The totals over all days. */
export function presentTotals(days: readonly DayRow[]): AnswerOf<typeof Totals> {
  const sum = (name: keyof Sums) => days.reduce((total, day) => total + day[name], 0)
  return { calls: sum('calls'), errors: sum('errors'), limited: sum('limited'), days }
}

/** A row of activity as JSON; its trend has the days with at least one call. */
export function presentActivity(grouping: Grouping, row: ActivityRow, names: Names, trend: readonly DayRow[]): AnswerOf<typeof Activity> {
  const { key, first_at, last_at, calls, errors, limited, ...subject } = row
  const { label, detail } = nameOf(grouping, row, names)
  return { key, label, detail, ...subject, calls, errors, limited, first_at: wireTime(first_at), last_at: wireTime(last_at), trend }
}

/** The columns of the CSV export. */
export const ACTIVITY_COLUMNS = ['key', 'label', 'detail', 'calls', 'errors', 'limited', 'first_at', 'last_at'] as const

/** A row of the CSV export. */
export function activityCells(grouping: Grouping, row: ActivityRow, names: Names): (string | number | null)[] {
  const { label, detail } = nameOf(grouping, row, names)
  return [row.key, label, detail, row.calls, row.errors, row.limited, wireTime(row.first_at), wireTime(row.last_at)]
}
