/** What falls due for API tokens: they expire, die of silence after a rotation or of idleness, and people are told before. */
import { type Context, eachInTransaction } from '../../../context.ts'
import { readableTime } from '../../../lib/clock.ts'
import { findAccessRequest } from '../access_requests/store.ts'
import { notifyUsers } from '../../common/mails/notify.ts'
import { removeInactive } from './change.ts'
import { deactivateApiToken } from './deactivate.ts'
import { accountsWithScheduledTokens, markNoticed } from './scheduled_store.ts'
import { reachedEnd, noticeToSend, isToBeDeleted, type Notice } from './ends.ts'
import { type ApiTokenRow, findApiToken, findApiTokenForUpdate, endableApiTokens } from './store.ts'

/**
 * The due act of API tokens. Each token ends in a transaction of its own, notices of an account go out in one; doing it twice, or at the
 * same time elsewhere, does nothing more. @source docs/reference/access_governance.md §7; docs/reference/authentication.md §2.4
 */
export const scheduledApiTokens = {
  accountsDue: accountsWithScheduledTokens,
  async act(ctx: Context): Promise<void> {
    const tokens = await endableApiTokens(ctx)
    const over = tokens.filter(
      (token) => reachedEnd(ctx.account, token, ctx.now) !== undefined || isToBeDeleted(ctx.account, token, ctx.now),
    )
    const ending = tokens.filter((token) => noticeToSend(ctx.account, token, ctx.now) !== undefined)
    const ends = over.map(
      ({ id, active }) =>
        (tx: Context) =>
          active ? endToken(tx, id) : deleteIdle(tx, id),
    )
    const notices = ending.length === 0 ? [] : [(tx: Context) => giveNotices(tx, ending)]
    await eachInTransaction(ctx, [...ends, ...notices], (tx, work) => work(tx))
  },
}

async function endToken(tx: Context, id: number): Promise<void> {
  const seen = await findApiToken(tx, id)
  const end = seen && reachedEnd(tx.account, seen, tx.now) // it may have been used in between
  const token = end && (await deactivateApiToken(tx, id, end.reason, end.is_idle))
  if (token === undefined) return
  await notifyUsers(tx, await peopleOf(tx, token), {
    subject: 'An API token was deactivated',
    text: [`The API token ${nameOf(token)} of ${tx.account.name} was deactivated. ${token.deactivation_reason}.`, linkTo(tx, token)].join(
      '\n\n',
    ),
    topic: 'api_token.deactivated',
  })
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
    const notice = token && noticeToSend(tx.account, token, tx.now) // another process may have given it
    if (token === undefined || notice === undefined) continue
    await markNoticed(tx, id, notice)
    for (const person of await peopleOf(tx, token)) {
      const key = `${person} ${notice.end} ${notice.days}`
      const known = byPerson.get(key) ?? { person, notice, tokens: [] }
      byPerson.set(key, { ...known, tokens: [...known.tokens, token] })
    }
  }
  for (const { person, notice, tokens } of byPerson.values()) await notifyUsers(tx, [person], mailOf(tx, notice, tokens))
}

function mailOf(tx: Context, { end, days }: Notice, tokens: readonly ApiTokenRow[]) {
  const [what, verb] = tokens.length === 1 ? ['An API token', 'ends'] : [`${tokens.length} API tokens`, 'end']
  const time = days === 1 ? 'a day' : `${days} days`
  const list = tokens.map((token) => `${nameOf(token)}\n${linkTo(tx, token)}`).join('\n\n')
  return {
    subject: `${what} ${verb} in ${time} or less`,
    text: `${what} of ${tx.account.name} ${verb} on ${readableTime(end)}. Calls made with it are refused from then on.\n\n${list}`,
    topic: 'api_token.ends',
  }
}

/** Whoever made a token, and whoever asked for it. */
async function peopleOf(tx: Context, { user_id, access_request_id }: ApiTokenRow): Promise<number[]> {
  const request = access_request_id === null ? undefined : await findAccessRequest(tx, access_request_id)
  return [...new Set([user_id, ...(request === undefined ? [] : [request.requester_id])])]
}

const nameOf = ({ description, visible_token }: ApiTokenRow) => `${visible_token} (${description})`

const linkTo = (tx: Context, { id, description, access_request_id }: ApiTokenRow) =>
  access_request_id === null ? `${tx.caller.base_url}/admin/apps_and_integrations/api_tokens/${id}` : description
