import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { urlOf } from '#http/envelope.ts'
import { wireTimeOrNull } from '#lib/clock.ts'
import type { AccessPersonRow } from './store.ts'
import type { AccessPerson } from './schema.ts'

/** A person's duties and manager as JSON. */
export function presentAccessPerson(ctx: Context, row: AccessPersonRow): AnswerOf<typeof AccessPerson> {
  return {
    id: row.user_id,
    url: urlOf(ctx.caller.base_url, `access_people/${row.user_id}`),
    user_id: row.user_id,
    name: row.name,
    email: row.email,
    role: row.role,
    manager_id: row.manager_id,
    duties: row.duties,
    created_at: wireTimeOrNull(row.created_at),
    updated_at: wireTimeOrNull(row.updated_at),
  }
}
