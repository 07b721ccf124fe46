import { chooseCsrfToken } from '#auth/sessions.ts'
import { isStaff } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import { allOf } from '#lib/all_of.ts'
import { wireTime, wireTimeOrNull } from '#lib/clock.ts'
import { ianaTimeZone } from '#lib/time_zones.ts'
import { liveBrandIds } from '#modules/account/brands/store.ts'
import { presentPhoto } from '#modules/common/attachments/present.ts'
import { USER_HOLDER } from '#modules/custom_data/custom_fields/holders.ts'
import { profileFields } from '#modules/custom_data/custom_fields/profile_store.ts'
import { presentProfile, type ProfileField } from '#modules/custom_data/custom_fields/values.ts'
import { FIRST_LOCALE, localeByCode } from '#lib/locales.ts'
import type { CurrentUser, DeletedUser, User } from './schema.ts'
import type { UserRow } from './store.ts'

const ROLE_TYPE_LIGHT_AGENT = 1

type Shown = AnswerOf<typeof User>

/** A user as the caller may see them: agents and admins see all members, end users the short form. @source docs/reference/people.md §1 */
export async function presentUser(ctx: Context, row: UserRow): Promise<Shown> {
  return presentRow(ctx, row, await loadSetup(ctx))
}

/** Users as the caller may see them; see {@link presentUser}. */
export async function presentUsers(ctx: Context, rows: readonly UserRow[]): Promise<Shown[]> {
  if (rows.length === 0) return []
  const setup = await loadSetup(ctx)
  return rows.map((row) => presentRow(ctx, row, setup))
}

/** What the instance defines for users: their fields, and the brands they may serve. */
interface Setup {
  readonly fields: readonly ProfileField[]
  readonly brand_ids: readonly number[]
}

async function loadSetup(ctx: Context): Promise<Setup> {
  const [fields, brand_ids] = await allOf(
    () => profileFields(ctx, USER_HOLDER),
    () => liveBrandIds(ctx),
  )
  return { fields, brand_ids }
}

function presentRow(ctx: Context, row: UserRow, setup: Setup): Shown {
  return isStaff(ctx) ? { ...shortForm(ctx, row), ...fullForm(row, setup) } : shortForm(ctx, row)
}

/**
 * The caller, with the CSRF token for their pages, and whether they must set up a second factor first. Callers without a session get a
 * random token that is never valid.
 * @source docs/reference/people.md §1
 */
export async function presentCurrentUser(
  ctx: Context,
  row: UserRow | undefined,
  csrf: string | undefined,
): Promise<AnswerOf<typeof CurrentUser>> {
  const token = {
    authenticity_token: chooseCsrfToken(csrf),
    ...(ctx.auth.must_enrol === true ? { second_factor_required: true } : {}),
  }
  if (row === undefined) return { ...anonymousForm(ctx), ...token }
  return { ...shortForm(ctx, row), ...token, ...(isStaff(ctx) ? fullForm(row, await loadSetup(ctx)) : {}) }
}

/** A deleted user in the reduced form. @source docs/reference/people.md §1.6 */
export function presentDeletedUser(ctx: Context, row: UserRow): AnswerOf<typeof DeletedUser> {
  const { iana_time_zone: _zone, verified: _verified, ...rest } = shortForm(ctx, row)
  return { ...rest, url: urlOf(ctx.caller.base_url, `deleted_users/${row.id}`), active: row.active }
}

function shortForm(ctx: Context, row: UserRow) {
  return {
    id: row.id,
    url: urlOf(ctx.caller.base_url, `users/${row.id}`),
    name: row.name,
    email: row.email,
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
    time_zone: row.time_zone,
    iana_time_zone: ianaTimeZone(row.time_zone),
    phone: row.phone,
    shared_phone_number: row.shared_phone_number,
    photo: presentPhoto(ctx, row.photo),
    locale_id: (localeByCode(row.locale) ?? FIRST_LOCALE).id,
    locale: row.locale,
    organization_id: row.organization_id,
    role: row.role,
    verified: row.verified,
  }
}

function fullForm(row: UserRow, { fields, brand_ids }: Setup) {
  return {
    external_id: row.external_id,
    tags: row.tags,
    alias: row.alias,
    active: row.active,
    shared: false,
    shared_agent: false,
    last_login_at: wireTimeOrNull(row.last_login_at),
    two_factor_auth_enabled: row.two_factor_auth_enabled,
    signature: row.signature,
    details: row.details,
    notes: row.notes,
    role_type: roleType(row),
    custom_role_id: row.custom_role_id,
    moderator: row.moderator,
    ticket_restriction: row.ticket_restriction,
    only_private_comments: row.only_private_comments,
    restricted_agent: row.role !== 'admin' && (row.role === 'end-user' || row.ticket_restriction !== null),
    suspended: row.suspended,
    default_group_id: row.default_group_id,
    ...(row.role === 'end-user' ? {} : { agent_brand_ids: brand_ids.filter((id) => !row.excluded_brand_ids.includes(id)) }),
    report_csv: row.role === 'admin',
    user_fields: presentProfile(fields, row.user_fields),
  }
}

function roleType(row: UserRow): number | null {
  if (row.role_type !== null || row.role !== 'agent') return row.role_type
  return row.only_private_comments ? ROLE_TYPE_LIGHT_AGENT : null
}

/** @source docs/reference/authentication.md §1.3 */
function anonymousForm(ctx: Context) {
  const { settings, created_at } = ctx.account
  return {
    id: null,
    url: null,
    name: 'Anonymous user',
    email: 'invalid@example.com',
    created_at: wireTime(created_at),
    updated_at: wireTime(created_at),
    time_zone: settings.time_zone,
    iana_time_zone: ianaTimeZone(settings.time_zone),
    phone: null,
    shared_phone_number: null,
    photo: null,
    locale_id: (localeByCode(settings.locale) ?? FIRST_LOCALE).id,
    locale: settings.locale,
    organization_id: null,
    role: 'end-user' as const,
    verified: false,
  }
}
