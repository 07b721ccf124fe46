import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { changeOrMake } from '#http/unique_values.ts'
import { changeUser } from './change.ts'
import { createUser } from './create.ts'
import type { NewPassword } from './passwords.ts'
import type { UserInput } from './schema.ts'
import { findUserByEmail, findUserByExternalId, type UserRow } from './store.ts'

/** The outcome: `created` is false when the user existed. */
export interface CreatedOrUpdated {
  readonly user: UserRow
  readonly created: boolean
}

/**
 * Changes the user with this external id, or else the one with this e-mail address, or creates one. `given` is the password if it is
 * already hashed.
 * @throws Forbidden @throws MissingScope @throws RecordInvalid
 * @source docs/reference/people.md §1.3
 */
export async function createOrUpdateUser(ctx: Context, input: UserInput, given?: NewPassword): Promise<CreatedOrUpdated> {
  requirePermission(ctx, 'user.create_many')
  return changeOrMake<UserRow, CreatedOrUpdated>(ctx, {
    async find() {
      const byExternalId = input.external_id ? await findUserByExternalId(ctx, input.external_id) : undefined
      return byExternalId ?? (input.email ? await findUserByEmail(ctx, input.email) : undefined)
    },
    change: async ({ id }) => ({ user: await changeUser(ctx, id, input), created: false }),
    make: async () => ({ user: await createUser(ctx, input, given), created: true }),
  })
}
