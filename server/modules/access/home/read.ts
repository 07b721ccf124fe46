/** What somebody sees where they begin: what waits for them, and for administrators what of a new instance is still to be set up. */
import { can } from '../../../permissions/permissions.ts'
import { type Context, inTransaction } from '../../../context.ts'
import { Forbidden } from '../../../errors.ts'
import { toDate, wireTime } from '../../../lib/clock.ts'
import { findPreferences, updatePreferences } from '../../people/users/store.ts'
import { type HomeRow, type HomeSteps, readHome, type WaitingRows } from './store.ts'

/** What waits, in the order it is shown. */
const KINDS = ['to_approve', 'to_review', 'to_issue', 'to_open', 'ending'] as const satisfies readonly (keyof HomeRow)[]

/** The whole page. */
export async function home(ctx: Context): Promise<Record<string, unknown>> {
  const { account } = ctx
  const row = await readHome(ctx, { tokens: can(ctx, 'api_token.manage'), steps: can(ctx, 'settings.manage') })
  return {
    instance: { name: account.name, kind: account.kind, deployment: account.deployment },
    waiting: KINDS.flatMap((kind) => waitingOf(kind, row[kind])),
    checklist: row.steps === null ? null : { dismissed: row.is_dismissed, items: checklist(ctx, row.steps) },
  }
}

function waitingOf(kind: string, found: WaitingRows | null): Record<string, unknown>[] {
  if (found === null || found.total === 0) return []
  const items = found.rows.map(({ id, title, until }) => ({
    id,
    title,
    until: until === null ? null : wireTime(toDate(until).toISOString()),
  }))
  return [{ kind, count: found.total, items }]
}

/** What is to be set up, in the order in which it is best done; each by the state it leads to. */
function checklist({ account, services }: Context, steps: HomeSteps): { key: string; done: boolean }[] {
  const { security, access } = account.settings
  const done: Readonly<Record<string, boolean>> = {
    owner_password: steps.owner_password,
    second_factor: security.second_factor === 'staff' || security.sso_only,
    mail: services.mailer !== null,
    manager: steps.manager,
    provisioner: steps.provisioner,
    engineer: steps.engineer,
    integration_bot: access.integration_bot_id !== null,
    trackers: access.tracker_urls.length > 0,
  }
  return Object.entries(done).map(([key, isDone]) => ({ key, done: isDone }))
}

/** Puts the checklist away for the caller, or shows it again. @throws Forbidden for who has none */
export async function dismissChecklist(ctx: Context, checklist_dismissed: boolean): Promise<Record<string, unknown>> {
  if (!can(ctx, 'settings.manage')) throw new Forbidden()
  await inTransaction(ctx, async (tx) => {
    const before = await findPreferences(tx, tx.actor.id)
    await updatePreferences(tx, tx.actor.id, { ...before, home: { checklist_dismissed } })
  })
  return home(ctx)
}
