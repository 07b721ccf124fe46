/** The home page: what waits for the caller, and for administrators the set-up checklist of a new account. */
import { can } from '#permissions/permissions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { Forbidden } from '#core/errors.ts'
import type { AnswerOf } from '#http/route.ts'
import { toDate, wireTime } from '#lib/clock.ts'
import { findPreferences, updatePreferences } from '#modules/people/users/store.ts'
import { type Home, SET_UP_STEPS, type Waiting, WAITING_KINDS } from './schema.ts'
import { type HomeSteps, readHome, type WaitingRows } from './store.ts'

type WaitingKind = (typeof WAITING_KINDS)[number]
type SetUpStep = (typeof SET_UP_STEPS)[number]

/** The home page of the caller as JSON. */
export async function readHomePage(ctx: Context): Promise<AnswerOf<typeof Home>> {
  const { account } = ctx
  const row = await readHome(ctx, { tokens: can(ctx, 'api_token.manage'), steps: can(ctx, 'settings.manage') })
  return {
    instance: { name: account.name, kind: account.kind, deployment: account.deployment },
    waiting: WAITING_KINDS.flatMap((kind) => waitingOf(kind, row[kind])),
    checklist: row.steps === null ? null : { dismissed: row.is_dismissed, items: checklist(ctx, row.steps) },
  }
}

function waitingOf(kind: WaitingKind, found: WaitingRows | null): AnswerOf<typeof Waiting>[] {
  if (found === null || found.total === 0) return []
  const items = found.rows.map(({ id, title, until }) => ({
    id,
    title,
    until: until === null ? null : wireTime(toDate(until).toISOString()),
  }))
  return [{ kind, count: found.total, items }]
}

/** What is to be set up; each by the state it leads to. */
function checklist({ account, services }: Context, steps: HomeSteps): { key: SetUpStep; done: boolean }[] {
  const { security, access } = account.settings
  const done: Readonly<Record<SetUpStep, boolean>> = {
    owner_password: steps.owner_password,
    second_factor: security.second_factor === 'staff' || security.sso_only,
    mail: services.mailer !== null,
    manager: steps.manager,
    provisioner: steps.provisioner,
    engineer: steps.engineer,
    integration_bot: access.integration_bot_id !== null,
    trackers: access.tracker_urls.length > 0,
  }
  return SET_UP_STEPS.map((key) => ({ key, done: done[key] }))
}

/** Dismisses the checklist for the caller, or shows it again. @throws Forbidden for callers without a checklist */
export async function dismissChecklist(ctx: Context, checklist_dismissed: boolean): Promise<AnswerOf<typeof Home>> {
  if (!can(ctx, 'settings.manage')) throw new Forbidden()
  await inTransaction(ctx, async (tx) => {
    const before = await findPreferences(tx, tx.actor.id)
    await updatePreferences(tx, tx.actor.id, { ...before, home: { checklist_dismissed } })
  })
  return readHomePage(ctx)
}
