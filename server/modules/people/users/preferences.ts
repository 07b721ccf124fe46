/** Users' own settings of the agent interface. @source docs/reference/people.md §1.1 */
import { isStaff } from '#permissions/permissions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { Forbidden, InvalidAttribute } from '#core/errors.ts'
import type { AnswerOf } from '#http/route.ts'
import type { Preferences, PreferencesInput } from './schema.ts'
import { findPreferences, updatePreferences } from './store.ts'

const THEMES: readonly string[] = ['0', '1', '2']
const FLAGS = { keyboard_shortcuts_enabled: true, macro_shortcuts_enabled: true, show_onboarding_tooltips: true }
const LOTUS = { ...FLAGS, agent_workspace_theme_preference: '0', agent_workspace_theme_preference_for_conversation_panel: '0' }
const ADMIN_CENTER = { has_admin_center_side_nav_open: true }

/** The caller's preferences, with defaults for those not set. @throws Forbidden for end users */
export async function readPreferences(ctx: Context): Promise<AnswerOf<typeof Preferences>> {
  if (!isStaff(ctx)) throw new Forbidden()
  return presentPreferences(await findPreferences(ctx, ctx.actor.id))
}

/**
 * Changes the caller's preferences; members that are not sent stay.
 * @throws Forbidden for end users @throws InvalidAttribute for an unknown theme
 */
export async function changePreferences(ctx: Context, input: PreferencesInput): Promise<AnswerOf<typeof Preferences>> {
  if (!isStaff(ctx)) throw new Forbidden()
  for (const member of ['agent_workspace_theme_preference', 'agent_workspace_theme_preference_for_conversation_panel'] as const)
    if (!THEMES.includes(input.lotus?.[member] ?? '0'))
      throw new InvalidAttribute(`settings.lotus.${member}`, `must be one of ${THEMES.join(', ')}`, 'user_settings/update')
  return inTransaction(ctx, async (tx) => {
    const before = (await findPreferences(tx, ctx.actor.id)) as PreferencesInput
    const after = {
      ...before,
      ...input,
      lotus: { ...before.lotus, ...input.lotus },
      admin_center: { ...before.admin_center, ...input.admin_center },
    }
    await updatePreferences(tx, ctx.actor.id, after)
    return presentPreferences(after)
  })
}

/**
 * `shared_views_order` is omitted until it is set: it is a list, and clients expect each member of the settings to be a group of settings.
 */
function presentPreferences({ lotus, admin_center, shared_views_order }: PreferencesInput): AnswerOf<typeof Preferences> {
  return {
    lotus: { ...LOTUS, ...lotus, two_factor_authentication: false },
    admin_center: { ...ADMIN_CENTER, ...admin_center },
    ...(shared_views_order === undefined || shared_views_order === null ? {} : { shared_views_order }),
  }
}
