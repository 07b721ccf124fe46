// What the dashboard knows about a token beyond its row: what state it is in, which acts fit that state, which words describe it.
// Does not belong here: drawing (the pages beside it), asking the API (web/api/api_tokens.ts).

import type { ApiToken, TokenException } from '../../../api/types.ts'
import type { Tone } from '../../../ui/StatusTag.tsx'

export type TokenAct = 'Deactivate' | 'Reactivate' | 'Delete'

export interface TokenActRow {
  act: TokenAct
  /** In which state the act can be done. @source docs/reference/authentication.md §2.2 */
  when: 'active' | 'inactive'
  isDanger: boolean
  title: string
  consequence: string
  done: string
}

/** Every act of the row menu. */
export const tokenActs: readonly TokenActRow[] = [
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

/** The acts that fit a token as it is now. One that was issued for an access request goes with it, and does not come back. */
export function actsFor(token: ApiToken): TokenActRow[] {
  const rows = tokenActs.filter(({ when }) => when === (token.active ? 'active' : 'inactive'))
  if (token.access_request_id === null) return rows
  const consequence = 'The next call made with it is refused, and its access request is revoked. Neither can be brought back.'
  return rows.filter(({ act }) => act !== 'Reactivate').map((row) => (row.act === 'Deactivate' ? { ...row, consequence } : row))
}

/** The word and tone of a token's state; `now` in milliseconds. */
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

/** Why a token has no access request, in two words. */
export const exceptionLabels: Readonly<Record<NonNullable<ApiToken['exception']>, string>> = {
  personal_use: 'Personal use',
  team_automation: 'Team automation',
  bootstrap: 'First start',
}

/** Whether a description can be shown as a link: an absolute http or https address. */
export function isWebAddress(description: string): boolean {
  return /^https?:\/\//i.test(description) && URL.canParse(description)
}
