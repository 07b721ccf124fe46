/** Scheduled work of API tokens: they expire, end when unused after a rotation or for too long, and people are notified before. */
import { type Context, eachInTransaction } from '#core/context.ts'
import { findAccessRequest } from '../access_requests/store.ts'
import { notifyUsers } from '#modules/common/mails/notify.ts'
import { apiTokenDeactivated, apiTokensEnding, type NamedToken } from '#modules/common/mails/templates/api_tokens.ts'
import { writeMail } from '#modules/common/mails/templates/layout.ts'
import { removeInactive } from './change.ts'
import { deactivateApiToken } from './deactivate.ts'
import { accountsWithScheduledTokens, markNoticed } from './scheduled_store.ts'
import { findReachedEnd, nextMoment, noticeToSend, isToBeDeleted, type Notice } from './ends.ts'
import { type ApiTokenRow, findApiToken, findApiTokenForUpdate, endableApiTokens } from './store.ts'
import { accountZone } from '#accounts/zone.ts'

/**
 * Ends tokens that have reached their end, and sends notices. Each token ends in its own transaction; the notices of an account go out in
 * one. It is idempotent, also when several processes run it at once. @source docs/reference/access_governance.md §7; docs/reference/authentication.md §2.4
 */
export const scheduledApiTokens = {
  accountsDue: accountsWithScheduledTokens,
  async act(ctx: Context): Promise<number> {
    const tokens = await endableApiTokens(ctx)
    const over = tokens.filter(
      (token) => findReachedEnd(ctx.account, token, ctx.now) !== undefined || isToBeDeleted(ctx.account, token, ctx.now),
    )
    const ending = tokens.filter((token) => noticeToSend(ctx.account, token, ctx.now) !== undefined)
    const ends = over.map(
      ({ id, active }) =>
        (tx: Context) =>
          active ? endToken(tx, id) : deleteIdle(tx, id),
    )
    const notices = ending.length === 0 ? [] : [(tx: Context) => giveNotices(tx, ending)]
    return eachInTransaction(ctx, [...ends, ...notices], (tx, work) => work(tx))
  },
  async nextDue(ctx: Context, until: Date): Promise<Date | undefined> {
    const moments = (await endableApiTokens(ctx)).flatMap((token) => nextMoment(ctx.account, token, ctx.now, until) ?? [])
    return moments.toSorted((one, other) => one.getTime() - other.getTime())[0]
  },
}

async function endToken(tx: Context, id: number): Promise<void> {
  const seen = await findApiToken(tx, id)
  const end = seen && findReachedEnd(tx.account, seen, tx.now) // it may have been used in between
  if (end === undefined) return
  const token = await deactivateApiToken(tx, id, end.reason, end.is_idle)
  if (token === undefined) return
  const input = { ...namedToken(tx, token), instance: tx.account.name, reason: end.reason }
  await notifyUsers(tx, await peopleOf(tx, token), writeMail(apiTokenDeactivated, input))
}

async function deleteIdle(tx: Context, id: number): Promise<void> {
  const token = await findApiTokenForUpdate(tx, id)
  if (token !== undefined && isToBeDeleted(tx.account, token, tx.now)) await removeInactive(tx, token, 'Deleted: nobody had used it')
}

/** One mail for each person and notice, however many tokens it is about. */
async function giveNotices(tx: Context, ending: readonly ApiTokenRow[]): Promise<void> {
  const byPerson = new Map<string, { person: number; notice: Notice; tokens: ApiTokenRow[] }>()
  for (const { id } of ending) {
    const token = await findApiTokenForUpdate(tx, id)
    const notice = token && noticeToSend(tx.account, token, tx.now) // another process may have sent it
    if (token === undefined || notice === undefined) continue
    await markNoticed(tx, id, notice)
    for (const person of await peopleOf(tx, token)) {
      const key = `${person} ${notice.end} ${notice.days}`
      const known = byPerson.get(key) ?? { person, notice, tokens: [] }
      byPerson.set(key, { ...known, tokens: [...known.tokens, token] })
    }
  }
  for (const { person, notice, tokens } of byPerson.values()) {
    const input = { instance: tx.account.name, ...notice, time_zone: accountZone(tx), tokens: tokens.map((token) => namedToken(tx, token)) }
    await notifyUsers(tx, [person], writeMail(apiTokensEnding, input))
  }
}

/** The user who made a token, and the requester of its access request. */
async function peopleOf(tx: Context, { user_id, access_request_id }: ApiTokenRow): Promise<number[]> {
  const request = access_request_id === null ? undefined : await findAccessRequest(tx, access_request_id)
  return [...new Set([user_id, ...(request === undefined ? [] : [request.requester_id])])]
}

const namedToken = (tx: Context, { id, description, visible_token, access_request_id }: ApiTokenRow): NamedToken => ({
  token: `${visible_token} (${description})`,
  url: access_request_id === null ? `${tx.caller.base_url}/admin/apps_and_integrations/api_tokens/${id}` : description,
})
