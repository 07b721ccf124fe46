/** Sends the mails about access requests: to whom, and with which content. */
import { accountZone } from '#accounts/zone.ts'
import type { Context } from '#core/context.ts'
import { toDate } from '#lib/clock.ts'
import { dayIn } from '#lib/local_day.ts'
import { findUserIdsWithDuty } from './people/store.ts'
import { notifyUsers } from '#modules/common/mails/notify.ts'
import {
  type AccessRequestUpdate,
  accessRequestUpdate,
  accessRequestsStuck,
  accessRequestsWaiting,
  type NamedRequest,
  type Todo,
} from '#modules/common/mails/templates/access_requests.ts'
import { writeMail } from '#modules/common/mails/templates/layout.ts'
import { getUser } from '#modules/people/users/store.ts'
import { findCommenters } from './event_store.ts'
import type { NextStep } from './next.ts'
import { findAdministratorIds } from './next_store.ts'
import { toMailedPageUrl } from './page_url.ts'
import { KIND_TITLES } from './states.ts'
import { findSeparatedUserIds } from './steps.ts'
import type { Audience, Step, StepName } from './step_table.ts'
import type { AccessRequestRow } from './store.ts'

const MAX_STUCK_LISTED = 20

/** The contents of a mail besides the request itself. */
type Update = Pick<AccessRequestUpdate, 'topic' | 'done' | 'todo'> & { readonly body?: string }

/** What each audience has to do next, by the state that the request has reached. */
const WORK_BY_STATE: Readonly<Record<string, Partial<Record<Audience, Todo>>>> = {
  manager_approved: { provisioners: 'review' },
  security_reviewed: { provisioners: 'decide' },
  accepted: { engineers: 'issue', requester: 'wait_for_engineer' },
  issued: { requester: 'wait_for_secret' },
}
/** The step that the audience of a state is to take; people who may not take it, by separation of duties, get no mail. */
const NEXT_STEP_BY_STATE: Readonly<Record<string, StepName>> = {
  manager_approved: 'review',
  security_reviewed: 'accept',
  accepted: 'issue',
}

/** Notifies everyone a step concerns, each person once, except the person who took it. @source docs/reference/access_governance.md §1.3 */
export async function notifyOfStep(tx: Context, step: Step, request: AccessRequestRow, body: string): Promise<void> {
  const notified = new Set<number>([tx.actor.id])
  for (const audience of step.notifies) {
    const people = (await audienceOf(tx, audience, request)).filter((id) => !notified.has(id))
    for (const id of people) notified.add(id)
    const todo = WORK_BY_STATE[request.state]?.[audience] ?? 'nothing'
    await mailPeople(tx, request, people, { topic: request.state, done: { text: step.done }, todo, body })
  }
}

/** Asks the manager to approve a request that was filed, or whose manager they have become. */
export function notifyManager(tx: Context, request: AccessRequestRow): Promise<void> {
  return mailPeople(tx, request, [request.manager_id], { topic: 'submitted', done: 'submitted', todo: 'approve' })
}

/** Notifies requester and manager that a request was changed before it was approved. */
export function notifyOfEdit(tx: Context, request: AccessRequestRow, changes: string): Promise<void> {
  const people = [request.requester_id, request.manager_id].filter((id) => id !== tx.actor.id)
  return mailPeople(tx, request, people, { topic: 'edited', done: 'edited', todo: 'nothing', body: changes })
}

/** Notifies those concerned, and everyone who has commented before, of a new comment. */
export async function notifyOfComment(tx: Context, request: AccessRequestRow, body: string): Promise<void> {
  const people = [...concernedBy(request), ...(await findCommenters(tx, request.id))].filter((id) => id !== tx.actor.id)
  await mailPeople(tx, request, people, { topic: 'commented', done: 'commented', todo: 'answer', body })
}

/**
 * Notifies the administrators of steps that nobody can take now. Sends nothing when each step can be taken.
 * @param steps the remaining steps to check
 */
export async function notifyOfStuckStep(tx: Context, request: AccessRequestRow, steps: readonly NextStep[]): Promise<void> {
  const reasons = steps.flatMap(({ stuck }) => (stuck === null ? [] : [stuck]))
  if (reasons.length === 0) return
  const people = (await findAdministratorIds(tx)).filter((id) => id !== tx.actor.id)
  const remedies = [...new Set(reasons.map(({ remedy }) => remedy))]
  await mailPeople(tx, request, people, {
    topic: 'stuck',
    done: 'stuck',
    todo: { text: remedies.join(' ') },
    body: reasons.map(({ why }) => why).join(' '),
  })
}

/** Notifies a person who got a duty, or may sign in again, of the requests that wait for them: `count` in all, `rows` are the oldest. */
export async function notifyOfWaiting(tx: Context, userId: number, rows: readonly AccessRequestRow[], count: number): Promise<void> {
  const requests = rows.map((request) => toNamedRequest(tx, request))
  await notifyUsers(tx, [userId], writeMail(accessRequestsWaiting, { requests, count }))
}

/** Notifies the administrators of requests whose next step nobody can take any more. */
export async function notifyOfStuckRequests(
  tx: Context,
  stuck: readonly { readonly request: AccessRequestRow; readonly stuck: { readonly why: string; readonly remedy: string } }[],
): Promise<void> {
  const requests = stuck.slice(0, MAX_STUCK_LISTED).map(({ request, stuck: { why } }) => ({ ...toNamedRequest(tx, request), why }))
  const remedies = [...new Set(stuck.map(({ stuck: { remedy } }) => remedy))]
  const mail = writeMail(accessRequestsStuck, { requests, count: stuck.length, remedies })
  await notifyUsers(tx, await findAdministratorIds(tx), mail)
}

const toNamedRequest = (tx: Context, { id, title }: AccessRequestRow): NamedRequest => ({ title, url: toMailedPageUrl(tx, id) })

function concernedBy(request: AccessRequestRow): number[] {
  const { requester_id, manager_id, approved_by_id, reviewed_by_id, decided_by_id, issued_by_id } = request
  return [requester_id, manager_id, approved_by_id, reviewed_by_id, decided_by_id, issued_by_id].filter(
    (id): id is number => id !== null && id > 0,
  )
}

async function audienceOf(tx: Context, audience: Audience, request: AccessRequestRow): Promise<number[]> {
  if (audience === 'requester') return [request.requester_id]
  if (audience === 'concerned') return concernedBy(request)
  const { access } = tx.account.settings
  const next = NEXT_STEP_BY_STATE[request.state]
  const apart = next === undefined ? [] : findSeparatedUserIds(next, request, access)
  const people = await findUserIdsWithDuty(tx, audience === 'provisioners' ? 'provisioner' : 'engineer')
  const bot = audience === 'engineers' && request.kind === 'integration' ? access.integration_bot_id : null
  return [...people, ...(bot === null ? [] : [bot])].filter((id) => !apart.includes(id))
}

async function mailPeople(tx: Context, request: AccessRequestRow, people: readonly number[], update: Update): Promise<void> {
  if (people.length === 0) return
  const requester = await getUser(tx, request.requester_id)
  const mail = writeMail(accessRequestUpdate, {
    title: request.title,
    requester_name: requester.name,
    kind: KIND_TITLES[request.kind],
    actor_name: tx.actor.id > 0 ? tx.actor.name : null,
    body: '',
    ...update,
    expires_on: request.deadline_at && dayIn(accountZone(tx), toDate(request.deadline_at)),
    page_url: toMailedPageUrl(tx, request.id),
  })
  await notifyUsers(tx, people, mail)
}
