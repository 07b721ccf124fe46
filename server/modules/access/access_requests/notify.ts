/** Who is written to about an access request, and what the mail says. */
import type { Context } from '../../../context.ts'
import { findUserIdsWithDuty } from './people/store.ts'
import { notifyUsers } from '../../common/mails/notify.ts'
import { getUser } from '../../people/users/store.ts'
import { findCommenters } from './event_store.ts'
import type { NextStep } from './next.ts'
import { findAdministratorIds } from './next_store.ts'
import { mailedPageUrlOf } from './page_url.ts'
import { KIND_TITLES } from './states.ts'
import { separatedFrom } from './steps.ts'
import type { Audience, Step, StepName } from './step_table.ts'
import type { AccessRequestRow } from './store.ts'

const LONGEST_TITLE_IN_SUBJECT = 120
const MOST_STUCK = 20

/** What a mail tells beside the request itself. `done` goes on after the title; `todo` is a sentence; `body` is what somebody wrote. */
interface News {
  readonly topic: string
  readonly done: string
  readonly todo: string
  readonly body?: string
}

const NOTHING_TO_DO = 'There is nothing for you to do.'

/** What those who are told have to do next, by the state the request has come to. */
const ASKED: Readonly<Record<string, Partial<Record<Audience, string>>>> = {
  manager_approved: { provisioners: 'Please review the business reason and the use case.' },
  security_reviewed: { provisioners: 'Please decide on it: accept or reject it.' },
  accepted: {
    engineers: 'Please issue it.',
    requester: 'An engineer will issue it; you will hear of it. There is nothing for you to do.',
  },
  issued: { requester: 'The engineer hands it over to you; a token comes as a one-time secret. There is nothing for you to do yet.' },
}
/** The step that those who are told of a state are to take: who is kept apart from it is not asked. */
const NEXT: Readonly<Record<string, StepName>> = { manager_approved: 'review', security_reviewed: 'accept', accepted: 'issue' }

/** Tells everybody a step concerns but whoever took it, each person once. @source docs/reference/access_governance.md §1.3 */
export async function notifyOfStep(tx: Context, step: Step, request: AccessRequestRow, body: string): Promise<void> {
  const told = new Set<number>([tx.actor.id])
  for (const audience of step.tells) {
    const people = (await audienceOf(tx, audience, request)).filter((id) => !told.has(id))
    for (const id of people) told.add(id)
    const todo = ASKED[request.state]?.[audience] ?? NOTHING_TO_DO
    await tell(tx, request, people, { topic: request.state, done: step.done, todo, body })
  }
}

/** Asks the manager to approve a request that was filed, or that he has been named for. */
export function notifyManager(tx: Context, request: AccessRequestRow): Promise<void> {
  const todo = 'Please approve or reject it: you are the manager of whoever asks.'
  return tell(tx, request, [request.manager_id], { topic: 'submitted', done: 'waits for your approval', todo })
}

/** Tells those concerned that a request was changed before it was approved. */
export function notifyOfEdit(tx: Context, request: AccessRequestRow, changes: string): Promise<void> {
  const people = [request.requester_id, request.manager_id].filter((id) => id !== tx.actor.id)
  return tell(tx, request, people, { topic: 'edited', done: 'was changed', todo: NOTHING_TO_DO, body: changes })
}

/** Tells those concerned, and whoever commented before, of a new comment. */
export async function notifyOfComment(tx: Context, request: AccessRequestRow, body: string): Promise<void> {
  const people = [...concernedBy(request), ...(await findCommenters(tx, request.id))].filter((id) => id !== tx.actor.id)
  await tell(tx, request, people, { topic: 'commented', done: 'has a new comment', todo: 'You can answer on its page.', body })
}

/**
 * Tells the administrators of steps that nobody could take as things stand; nothing where somebody can take each. `steps`: those that are
 * left and are to be looked at.
 */
export async function notifyOfStuckStep(tx: Context, request: AccessRequestRow, steps: readonly NextStep[]): Promise<void> {
  const reasons = steps.flatMap(({ stuck }) => (stuck === null ? [] : [stuck]))
  if (reasons.length === 0) return
  const people = (await findAdministratorIds(tx)).filter((id) => id !== tx.actor.id)
  const mends = [...new Set(reasons.map(({ mend }) => mend))]
  await tell(tx, request, people, {
    topic: 'stuck',
    done: 'has a step that nobody can take',
    todo: mends.join(' '),
    body: reasons.map(({ why }) => why).join(' '),
  })
}

/** Writes to whoever got a duty, or may sign in again, of what waits for them. `count`: how many there are of which `rows` are the oldest. */
export async function notifyOfWaiting(tx: Context, userId: number, rows: readonly AccessRequestRow[], count: number): Promise<void> {
  const isOne = count === 1
  await notifyUsers(tx, [userId], {
    subject: isOne ? 'An access request waits for you' : `${count} access requests wait for you`,
    text: [
      isOne ? 'An access request waits for a step of yours.' : `${count} access requests wait for a step of yours.`,
      ...rows.map((request) => lineOf(tx, request)),
      ...(count > rows.length ? [`The page of access requests has ${count - rows.length} more.`] : []),
    ].join('\n\n'),
    topic: 'access_request.waiting',
  })
}

/** Tells the administrators of requests whose next step nobody can take any more. */
export async function notifyOfStuckRequests(
  tx: Context,
  stuck: readonly { readonly request: AccessRequestRow; readonly stuck: { readonly why: string; readonly mend: string } }[],
): Promise<void> {
  const named = stuck.slice(0, MOST_STUCK)
  await notifyUsers(tx, await findAdministratorIds(tx), {
    subject: stuck.length === 1 ? 'An access request waits for nobody' : `${stuck.length} access requests wait for nobody`,
    text: [
      'The next step of these access requests is one that nobody can take any more.',
      ...named.map(({ request, stuck: { why } }) => `${lineOf(tx, request)}\n${why}`),
      ...(stuck.length > named.length ? [`There are ${stuck.length - named.length} more.`] : []),
      ...new Set(stuck.map(({ stuck: { mend } }) => mend)),
    ].join('\n\n'),
    topic: 'access_request.stuck',
  })
}

const lineOf = (tx: Context, { id, title }: AccessRequestRow) => `"${title}"\n${mailedPageUrlOf(tx, id)}`

function concernedBy(request: AccessRequestRow): number[] {
  const { requester_id, manager_id, approved_by_id, reviewed_by_id, decided_by_id, issued_by_id } = request
  return [requester_id, manager_id, approved_by_id, reviewed_by_id, decided_by_id, issued_by_id].filter(
    (id) => id !== null && id > 0,
  ) as number[]
}

async function audienceOf(tx: Context, audience: Audience, request: AccessRequestRow): Promise<number[]> {
  if (audience === 'requester') return [request.requester_id]
  if (audience === 'concerned') return concernedBy(request)
  const { access } = tx.account.settings
  const next = NEXT[request.state]
  const apart = next === undefined ? [] : separatedFrom(next, request, access)
  const people = await findUserIdsWithDuty(tx, audience === 'provisioners' ? 'provisioner' : 'engineer')
  const bot = audience === 'engineers' && request.kind === 'integration' ? access.integration_bot_id : null
  return [...people, ...(bot === null ? [] : [bot])].filter((id) => !apart.includes(id))
}

async function tell(tx: Context, request: AccessRequestRow, people: readonly number[], news: News): Promise<void> {
  if (people.length === 0) return
  const requester = await getUser(tx, request.requester_id)
  const title = request.title.length > LONGEST_TITLE_IN_SUBJECT ? `${request.title.slice(0, LONGEST_TITLE_IN_SUBJECT - 1)}…` : request.title
  const lines = [
    `The access request "${request.title}" ${news.done}.`,
    `${requester.name} asks for ${KIND_TITLES[request.kind]}.${tx.actor.id > 0 ? ` Done by ${tx.actor.name}.` : ''}`,
    ...(news.body ? [news.body] : []),
    news.todo,
    ...(request.deadline_at === null ? [] : [`It expires on ${request.deadline_at.slice(0, 10)} unless somebody goes on with it.`]),
    mailedPageUrlOf(tx, request.id),
  ]
  await notifyUsers(tx, people, {
    subject: `Access request "${title}" ${news.done}`.toWellFormed(),
    text: lines.join('\n\n'),
    topic: `access_request.${news.topic}`,
  })
}
