/**
 * The placeholders of a record of a custom object: `{{custom_object.<key>.name}}`, `id`, `external_id`, `created_at`, `updated_at`,
 * `custom_fields.<field>`; and `{{current_user.name}}`, who has written it. Values follow the names of conditions.
 * @source docs/reference/custom_objects.md §6.2
 */
import type { Context } from '#core/context.ts'
import { wireTime } from '#lib/clock.ts'
import type { ObjectFieldRow } from '#modules/custom_data/custom_object_fields/store.ts'
import type { RecordRow } from '#modules/custom_data/custom_object_records/store.ts'
import { findUsers, type UserRow } from '#modules/people/users/store.ts'
import { fieldValues, personValues } from '#modules/tickets/placeholders/people_values.ts'
import type { Values } from '#modules/tickets/placeholders/render.ts'

/** A record with its object, and who has written it. */
export interface WrittenRecord {
  readonly object_key: string
  readonly fields: readonly ObjectFieldRow[]
  readonly row: RecordRow
  readonly author_id: number
}

const NO_FIELDS = { users: [], organizations: [] }

/** The values of these placeholders. */
export function recordPlaceholders(ctx: Context, { object_key, fields, row, author_id }: WrittenRecord): Values {
  let found: Promise<UserRow | undefined> | undefined
  const author = () => (found ??= author_id > 0 ? findUsers(ctx, [author_id]).then(([user]) => user) : Promise.resolve(undefined))
  const shown = fields.filter((field) => field.active && !field.system)
  return {
    async of(names) {
      const isAuthorNamed = names.some(([root]) => root === 'current_user')
      const record = {
        id: row.id,
        name: row.name,
        external_id: row.external_id,
        created_at: wireTime(row.created_at),
        updated_at: wireTime(row.updated_at),
        custom_fields: fieldValues(
          shown.map(({ key, options }) => ({ key, stored_as: key, options })),
          row.custom_object_fields,
        ),
      }
      const current_user = isAuthorNamed ? personValues(await author(), undefined, NO_FIELDS) : undefined
      return { custom_object: { [object_key]: record }, current_user }
    },
    locale: async () => (await author())?.locale,
  }
}
