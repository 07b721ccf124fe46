// What the dashboard derives from a token's row: its status, the acts that status allows, and the texts that describe it.
// Does not belong here: rendering (the pages beside it), calling the API (queries.ts).

import type { Tone } from '#kit/StatusTag.tsx'
import type { ApiToken, TokenException } from './queries.ts'

export type TokenAct = 'Deactivate' | 'Reactivate' | 'Delete'

export interface TokenActRow {
  act: TokenAct
  /** The state in which the act is allowed. @source docs/reference/authentication.md §2.2 */
  when: 'active' | 'inactive'
  isDanger: boolean
  title: string
  consequence: string
  done: string
}

/** Every act of the row menu. */
const tokenActs: readonly TokenActRow[] = [
  {
    act: 'Deactivate',
    when: 'active',
    isDanger: true,
    title: 'Deactivate this API token?',
    consequence: 'The next call made with it is refused. You can reactivate it later.',
    done: 'API token deactivated',
  },
  {
    act: 'Reactivate',
    when: 'inactive',
    isDanger: false,
    title: 'Reactivate this API token?',
    consequence: 'Whoever still has its value has administrator-level access again.',
    done: 'API token reactivated',
  },
  {
    act: 'Delete',
    when: 'inactive',
    isDanger: true,
    title: 'Delete this API token?',
    consequence: 'It disappears from this list and cannot be brought back.',
    done: 'API token deleted',
  },
]

/** The acts allowed for a token now. One issued for an access request is revoked with the request and cannot be reactivated. */
export function actsFor(token: ApiToken): TokenActRow[] {
  const rows = tokenActs.filter(({ when }) => when === (token.active ? 'active' : 'inactive'))
  if (token.access_request_id === null) return rows
  const consequence = 'The next call made with it is refused, and its access request is revoked. Neither can be brought back.'
  return rows.filter(({ act }) => act !== 'Reactivate').map((row) => (row.act === 'Deactivate' ? { ...row, consequence } : row))
}

/** The label and tone of a token's status; `now` in milliseconds. */
export function statusOf(token: ApiToken, now: number): { label: string; tone: Tone } {
  if (!token.active) return { label: 'Inactive', tone: 'off' }
  if (token.expires_at !== null && Date.parse(token.expires_at) <= now) return { label: 'Expired', tone: 'warning' }
  if (token.stopped_because !== null) return { label: 'Stopped', tone: 'warning' }
  return { label: 'Active', tone: 'good' }
}

/** The two exceptions of the access-request process. @source docs/reference/specification.md §5.6.6 */
export const exceptionChoices: Readonly<Record<TokenException, string>> = {
  personal_use: 'Personal use of a support-operations member',
  team_automation: 'Script or automation of the support-operations team',
}

/** Short labels for why a token has no access request. */
export const exceptionLabels: Readonly<Record<NonNullable<ApiToken['exception']>, string>> = {
  personal_use: 'Personal use',
  team_automation: 'Team automation',
  bootstrap: 'First start',
}

/** Whether a description can be shown as a link: an absolute http or https URL. */
export function isWebAddress(description: string): boolean {
  return /^https?:\/\//i.test(description) && URL.canParse(description)
}
