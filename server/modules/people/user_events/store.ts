/** The one statement that reads what events need to know of a user. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import type { EventUser } from './events.ts'

const read =
  defineStatement<EventUser>(`select u.id, u.default_group_id, u.email, u.external_id, u.organization_id, u.role, u.created_at, u.updated_at,
    u.active, u.alias, u.custom_role_id, u.details, u.last_login_at, u.name, u.notes, u.only_private_comments, (u.photo ->> 'id')::bigint as photo_id,
    u.suspended, u.time_zone, u.tags, u.user_fields,
    (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'type', i.type, 'value', i.value, 'verified', i.verified, 'primary', i."primary")
      order by i.id), '[]') from user_identities i where i.account_id = $1 and i.user_id = u.id) as identities,
    array(select g.group_id from group_memberships g where g.account_id = $1 and g.user_id = u.id order by g.group_id) as group_ids,
    array(select o.organization_id from organization_memberships o where o.account_id = $1 and o.user_id = u.id
      order by o.organization_id) as organization_ids
  from users u where u.account_id = $1 and u.id = $2`)

/** A user with their identities and memberships; undefined if there is none. */
export function findEventUser(ctx: Context, id: number): Promise<EventUser | undefined> {
  return ctx.db.first(read(ctx.account.id, id))
}
