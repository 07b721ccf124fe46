import { requirePermission } from '#permissions/permissions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { type Details, refuseInvalid } from '#core/errors.ts'
import { makeBlankProblem } from '#core/problems.ts'
import { notifyUser } from '#modules/common/mails/notify.ts'
import { writeMail } from '#modules/common/mails/templates/layout.ts'
import { userAskedFor } from '#modules/common/mails/templates/sign_ins.ts'

/**
 * Mails the owner of the account a request to create a user: for agents who may not.
 * @throws Forbidden @throws RecordInvalid
 * @source docs/reference/people.md §1.1
 */
export async function requestUser(ctx: Context, { name, email }: { name?: string | null; email?: string | null }): Promise<void> {
  requirePermission(ctx, 'user.list')
  const checkNotBlank = (word: string, text: string | null | undefined): Details =>
    (text ?? '').trim() === '' ? { [word.toLowerCase()]: [makeBlankProblem(word)] } : {}
  refuseInvalid({ ...checkNotBlank('Name', name), ...checkNotBlank('Email', email) })
  const { owner_id } = ctx.account
  const input = { actor: ctx.actor.name, instance: ctx.account.name, name: name ?? '', email: email ?? '' }
  await inTransaction(ctx, (tx) => notifyUser(tx, owner_id, writeMail(userAskedFor, input)))
}
