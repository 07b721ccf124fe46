/** The settings of access governance: their validation, and the form they are stored in. */
import { actorById } from '#auth/actors.ts'
import type { Context } from '#core/context.ts'
import type { Details } from '#core/errors.ts'
import type { InstanceSettingsInput } from './schema.ts'

type AccessInput = NonNullable<InstanceSettingsInput['access']>

const MAX_TRACKERS = 20
const MAX_DAYS = 365

/** Validation errors of the settings. @source docs/reference/access_governance.md §2, §11 */
export async function checkAccess(ctx: Context, access: AccessInput): Promise<Details> {
  const { tracker_urls = [], request_days, approval_days, integration_bot_id } = access
  const days = `must be a number from 1 to ${MAX_DAYS}`
  const checks: readonly [member: string, fine: boolean, must: string][] = [
    [
      'tracker_urls',
      tracker_urls.length <= MAX_TRACKERS && tracker_urls.every(isTracker),
      `must be at most ${MAX_TRACKERS} http or https addresses that end with a slash, without name, password, query or fragment`,
    ],
    ['request_days', areDays(request_days), days],
    ['approval_days', areDays(approval_days), days],
    [
      'integration_bot_id',
      typeof integration_bot_id !== 'number' || (await isActiveAgent(ctx, integration_bot_id)),
      'must be an agent or administrator who may sign in',
    ],
  ]
  return Object.fromEntries(
    checks
      .filter(([, fine]) => !fine)
      .map(([member, , must]) => [`access.${member}`, [{ description: `access.${member}: ${must}`, error: 'InvalidValue' }]]),
  )
}

/** The settings as they are stored: tracker addresses in the normal form that URLs of issues are compared with. */
export function readAccess({ tracker_urls, ...rest }: AccessInput): AccessInput {
  return tracker_urls === undefined ? rest : { ...rest, tracker_urls: [...new Set(tracker_urls.map((url) => new URL(url).href))] }
}

/** The final slash is required so that `https://tracker.example.com.evil.example/` does not begin with a tracker's address. */
function isTracker(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || !text.endsWith('/')) return false
  return url.username === '' && url.password === '' && url.search === '' && url.hash === ''
}

function areDays(days: number | null | undefined): boolean {
  return days === undefined || (days !== null && days >= 1 && days <= MAX_DAYS)
}

async function isActiveAgent(ctx: Context, id: number): Promise<boolean> {
  const known = await actorById(ctx.services, ctx.account, id)
  return known !== undefined && known.actor.role !== 'end-user'
}
