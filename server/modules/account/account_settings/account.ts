/** Changing settings through the public API's settings tree. */
import { requirePermission } from '#permissions/permissions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { type Details, refuseInvalid } from '#core/errors.ts'
import { makeInvalidProblem } from '#core/problems.ts'
import { changeBrand } from '../brands/change.ts'
import { findBrands } from '../brands/store.ts'
import { localeById } from '#lib/locales.ts'
import { changeSettings } from './change.ts'
import type { AccountSettingsInput } from './schema.ts'

type Pair = readonly [name: string, value: unknown]

const definedOnly = (...pairs: readonly Pair[]) => Object.fromEntries(pairs.filter(([, value]) => value !== undefined))

/** The public tree's switches under the names the settings are stored with. */
function asSettings(input: AccountSettingsInput): Record<string, unknown> {
  const { tickets = {}, groups = {}, user = {}, api = {}, limits = {}, localization = {}, active_features = {} } = input
  return {
    tickets: definedOnly(
      ['agents_can_delete', tickets.agent_ticket_deletion],
      ['comments_public_by_default', tickets.comments_public_by_default],
      ['on_hold_status', tickets.status_hold],
      ['assign_on_solve', tickets.assign_tickets_upon_solve],
      ['allow_group_reset', tickets.allow_group_reset],
      ['tagging', tickets.tagging],
      ['first_comment_may_be_private', tickets.is_first_comment_private_enabled],
      ['assign_default_organization', tickets.assign_default_organization],
      ['agent_can_change_requester', tickets.agent_can_change_requester],
      ['ccs_and_followers', tickets.follower_and_email_cc_collaborations],
      ['collaboration', tickets.collaboration],
      ['email_ccs', tickets.comment_email_ccs_allowed],
      ['followers', tickets.ticket_followers_allowed],
      ['light_agent_ccs', tickets.light_agent_email_ccs_allowed],
      ['agent_ccs_become_followers', tickets.agent_email_ccs_become_followers],
      ['private_attachments', tickets.private_attachments],
    ),
    groups: definedOnly(['check_name_uniqueness', groups.check_group_name_uniqueness]),
    users: definedOnly(['tagging', user.tagging], ['multiple_organizations', user.multiple_organizations]),
    api: definedOnly(
      ['token_access', api.api_token_access],
      ['password_access', api.api_password_access],
      ['password_access_end_users', api.api_password_access_end_users],
    ),
    satisfaction: definedOnly(['enabled', active_features.customer_satisfaction]),
    limits: definedOnly(['attachment_size', limits.attachment_size ?? undefined]),
    ...definedOnly(['locale_ids', localization.locale_ids]),
  }
}

const LARGEST_ATTACHMENT = 1024 ** 3
const isAttachmentSize = (bytes: number) => bytes >= 1 && bytes <= LARGEST_ATTACHMENT

async function checkAccountInput(
  ctx: Context,
  { api = {}, brands = {}, limits = {}, localization = {} }: AccountSettingsInput,
): Promise<Details> {
  const passwords = api.api_password_access === true || api.api_password_access_end_users === true
  const brandId = brands.default_brand_id
  const [brand] = brandId === undefined || brandId === null ? [] : await findBrands(ctx, [brandId])
  const noBrand = brandId !== undefined && (brand === undefined || brand.is_deleted || !brand.active)
  const noLocale = localization.locale_ids?.some((id) => localeById(id) === undefined) === true
  return {
    ...(passwords && ctx.account.kind === 'production'
      ? { api_password_access: [{ description: 'Api password access: is never possible on a production instance', error: 'InvalidValue' }] }
      : {}),
    ...(noBrand ? { default_brand_id: [makeInvalidProblem('Default brand')] } : {}),
    ...(isAttachmentSize(limits.attachment_size ?? LARGEST_ATTACHMENT)
      ? {}
      : { attachment_size: [{ description: 'Attachment size: must be from 1 to 1073741824 bytes', error: 'InvalidValue' }] }),
    ...(noLocale ? { locale_ids: [makeInvalidProblem('Locale ids')] } : {}),
  }
}

/**
 * Changes those public settings that are given and returns the context with the new ones.
 * @throws Forbidden @throws RecordInvalid
 * @source docs/reference/account.md §7
 */
export async function changeAccountSettings(ctx: Context, input: AccountSettingsInput): Promise<Context> {
  requirePermission(ctx, 'settings.manage')
  refuseInvalid(await checkAccountInput(ctx, input))
  return inTransaction(ctx, async (tx) => {
    const brandId = input.brands?.default_brand_id
    if (brandId !== undefined && brandId !== null) await changeBrand(tx, brandId, { default: true })
    const { account } = await changeSettings(tx, asSettings(input))
    return { ...ctx, account }
  })
}
