/** Condition fields on the requester of the ticket and on the person who updates it. */
import { type RawBuilder, sql } from 'kysely'
import { FIRST_LOCALE, LOCALES } from '#lib/locales.ts'
import { ianaTimeZone, isSameZone, TIME_ZONES } from '#lib/time_zones.ts'
import { id, integer, list } from './argument.ts'
import type { Role } from './facts.ts'
import { code, makeComparisons, makeBooleanKind, equality, operator, type Test, type TestKind } from './kinds.ts'
import { type FieldRow, relatedOf, row, updateOf, type Use } from './row.ts'

/** Puts a condition on the columns of `requester` into a condition on the ticket. There is always one row, so it is never NULL. */
export const insideRequester = (
  condition: RawBuilder<boolean>,
  accountId: number,
) => sql<boolean>`(select ${condition} from (values (1)) as one
  left join users as requester on requester.account_id = ${accountId} and requester.id = tickets.requester_id)`

const ROLES = [
  { value: '4', title: 'Agent', role: 'agent' },
  { value: '0', title: 'End user', role: 'end-user' },
  { value: '2', title: 'Admin', role: 'admin' },
] as const

const roleNumber = (role: Role) => Number(ROLES.find((one) => one.role === role)?.value)

/** The id of the locale that the column `locale` names by its code; of an unknown code the first. */
const localeId = sql`(case lower(requester.locale) ${sql.join(
  LOCALES.map(({ id: number, locale }) => sql`when ${sql.lit(locale.toLowerCase())} then ${sql.lit(number)}`),
  sql` `,
)} else ${sql.lit(FIRST_LOCALE.id)} end)`

const zones = [...TIME_ZONES.keys()]
const inZone = operator(list(zones), (zone): Test<string> => ({
  test: (value) => value === zone || (!TIME_ZONES.has(value) && isSameZone(ianaTimeZone(zone), value)),
}))

interface Updater {
  readonly id: number
  readonly role: Role
}

const isUpdater = operator(id(['agent', 'end_user']), (who): Test<Updater> => ({
  test: (updater) => (typeof who === 'number' ? updater.id === who : (updater.role === 'end-user') === (who === 'end_user')),
}))

const { is, less_than, greater_than } = makeComparisons(integer, sql`bigint`)
const counts = { is, less_than, greater_than }
const trigger: readonly Exclude<Use, 'automation' | 'view'>[] = ['trigger']
const requester = { group: 'requester', reads: ['requester_id'], needs: ['requester'] } as const

/** Twitter is no channel of Deskhand: nobody has followers or tweets there, and nobody is verified. */
const twitter = <V>(title: string, kind: TestKind<V>, value: V) =>
  row({ title, group: 'requester', kind, read: () => value, reads: [], uses: trigger })

/** @source docs/reference/business_rules.md §3 */
export const peopleFields: Readonly<Record<string, FieldRow>> = {
  requester_role: row<number | null>({
    ...requester,
    title: 'Role',
    kind: code(ROLES.map(({ value }) => Number(value))),
    read: (_ticket, context) => roleNumber(relatedOf(context, 'requester').role),
    uses: ['trigger', 'sla'],
    drawing: { type: 'list', choices: ROLES.map(({ value, title }) => ({ value, title })) },
  }),
  locale_id: row<number | null>({
    ...requester,
    title: 'Language',
    kind: code(LOCALES.map((locale) => locale.id)),
    read: (_ticket, context) => relatedOf(context, 'requester').locale_id,
    column: localeId,
    inside: insideRequester,
    drawing: { type: 'list', records: 'locales' },
  }),
  requester_twitter_followers_count: twitter<number | null>('Number of Twitter followers', counts, 0),
  requester_twitter_statuses_count: twitter<number | null>('Number of tweets', counts, 0),
  requester_twitter_verified: row({
    title: 'Is verified by Twitter',
    group: 'requester',
    kind: makeBooleanKind('true', 'false'),
    read: () => false,
    reads: [],
    uses: trigger,
    drawing: { type: 'list', choices: [{ value: 'true', title: 'Yes' }] },
  }),
  requester_time_zone: row({
    ...requester,
    title: 'Time zone',
    kind: equality(inZone),
    read: (_ticket, context) => relatedOf(context, 'requester').time_zone,
    uses: trigger,
    drawing: { type: 'list', choices: zones.map((zone) => ({ value: zone, title: zone })) },
  }),
  role: row({
    title: 'Current user',
    group: 'other',
    kind: equality(isUpdater),
    read: (_ticket, context) => ({ id: updateOf(context).updater_id, role: updateOf(context).updater_role }),
    reads: [],
    needs: ['update'],
    uses: trigger,
    drawing: { type: 'list', records: 'agents' },
  }),
}
