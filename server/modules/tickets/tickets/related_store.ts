/** Facts of other records than the ticket that rules read: of its requester and its organization. */
import type { Context, Role } from '../../../context.ts'
import { fixed } from '../../../db/builder.ts'
import { FIRST_LOCALE, LOCALES } from '../../../lib/locales.ts'
import type { CustomValue, RelatedFacts } from '../../../rules/facts.ts'
import type { TicketState } from './row.ts'

type Values = Readonly<Record<string, CustomValue>>

const select = fixed<{ role: Role; locale: string; time_zone: string; user_fields: Values; organization_fields: Values | null }>(
  `select u.role, u.locale, u.time_zone, u.user_fields,
    (select o.organization_fields from organizations o where o.account_id = $1 and o.id = $3) as organization_fields
  from users u where u.account_id = $1 and u.id = $2`,
)

const localeId = (name: string) => LOCALES.find(({ locale }) => locale.toLowerCase() === name.toLowerCase())?.id ?? FIRST_LOCALE.id

/** What rules know of the requester and the organization of a ticket. */
export async function relatedFacts(ctx: Context, { requester_id, organization_id }: TicketState): Promise<RelatedFacts> {
  const row = await ctx.db.first(select(ctx.account.id, requester_id, organization_id))
  if (row === undefined) return {}
  const { role, locale, time_zone, user_fields, organization_fields } = row
  return {
    requester: { role, locale_id: localeId(locale), time_zone, custom_fields: user_fields },
    organization: organization_fields === null ? null : { custom_fields: organization_fields },
  }
}
