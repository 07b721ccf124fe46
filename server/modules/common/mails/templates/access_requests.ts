/** Mails about access requests. */
import { formatDay } from '#lib/dates.ts'
import { fill, fillCounted } from './fill.ts'
import { type MailTemplate, type WordsOrText, wordsOf } from './template.ts'
import { WORDS } from './words.ts'

const MAX_TITLE_IN_SUBJECT_LENGTH = 120

/** What the recipient has to do. */
export type Todo = keyof typeof WORDS.access_request.todo

/** Something was done with one access request. */
export interface AccessRequestUpdate {
  /** The last part of the topic: the state it has reached, or the event. */
  readonly topic: string
  readonly title: string
  readonly requester_name: string
  /** What is asked for, with its article: `an API token`. */
  readonly kind: string
  /** Who did it; null for the system. */
  readonly actor_name: string | null
  /** Follows the title in the same sentence. */
  readonly done: WordsOrText<keyof typeof WORDS.access_request.done>
  readonly todo: WordsOrText<Todo>
  /** A comment or reason that was written with it; may be empty. */
  readonly body: string
  /** The day on which it expires, such as `2026-12-01`, unless the next step is taken; null if no step is pending. */
  readonly expires_on: string | null
  readonly page_url: string
}

/** Reports a step, a change or a comment. */
export const accessRequestUpdate: MailTemplate<AccessRequestUpdate> = {
  about: 'To the people of an access request: it was taken a step further, changed or commented on',
  sample: {
    topic: 'security_reviewed',
    title: 'Read tickets for the weekly report',
    requester_name: 'Rita Requester',
    kind: 'an API token',
    actor_name: 'Paula Provisioner',
    done: { text: 'went through its security review' },
    todo: 'decide',
    body: 'Reads tickets only.',
    expires_on: '2026-12-01',
    page_url: 'https://desk.example.com/access_requests/1',
  },
  write({ topic, title, requester_name: requester, kind, actor_name: actor, body, expires_on, page_url, ...update }) {
    const words = WORDS.access_request
    const done = wordsOf(words.done, update.done)
    const short = title.length > MAX_TITLE_IN_SUBJECT_LENGTH ? `${title.slice(0, MAX_TITLE_IN_SUBJECT_LENGTH - 1)}…` : title
    return {
      topic: `access_request.${topic}`,
      subject: fill(words.subject, { title: short, done }).toWellFormed(),
      paragraphs: [
        fill(words.happened, { title, done }),
        actor === null ? fill(words.asks, { requester, kind }) : fill(words.asks_and_done_by, { requester, kind, actor }),
        ...(body === '' ? [] : [body]),
        wordsOf(words.todo, update.todo),
        ...(expires_on === null ? [] : [fill(words.expires, { date: formatDay(expires_on) })]),
        page_url,
      ],
    }
  },
}

/** An access request in a list of several. */
export interface NamedRequest {
  readonly title: string
  readonly url: string
}

const SAMPLES: readonly NamedRequest[] = [
  { title: 'Read tickets for the weekly report', url: 'https://desk.example.com/access_requests/1' },
  { title: 'Chat on the shop’s page', url: 'https://desk.example.com/access_requests/2' },
]

/** Lists requests that wait for the recipient. `count` is their number; `requests` are the oldest. */
export const accessRequestsWaiting: MailTemplate<{ readonly requests: readonly NamedRequest[]; readonly count: number }> = {
  about: 'To a person who was given a duty or may sign in again: the requests that wait for them',
  sample: { requests: SAMPLES, count: 5 },
  write({ requests, count }) {
    const words = WORDS.access_requests_waiting
    return {
      topic: 'access_request.waiting',
      subject: fillCounted(words.subject, count, {}),
      paragraphs: [
        fillCounted(words.intro, count, {}),
        ...requests.map((request) => fill(words.request, { ...request })),
        ...(count > requests.length ? [fill(words.more, { count: count - requests.length })] : []),
      ],
    }
  },
}

/** An access request whose next step nobody can take. */
export interface StuckRequest extends NamedRequest {
  /** Why nobody can take it; a sentence. */
  readonly why: string
}

/** Lists requests whose next step nobody can take. `count` is their number, `requests` some of them, `remedies` what would help. */
export const accessRequestsStuck: MailTemplate<{
  readonly requests: readonly StuckRequest[]
  readonly count: number
  readonly remedies: readonly string[]
}> = {
  about: 'To the administrators: access requests whose next step nobody can take any more',
  sample: {
    requests: SAMPLES.map((request) => ({ ...request, why: 'Nobody who may decide on it has the duty of a provisioner.' })),
    count: 3,
    remedies: ['Give the duty to one more person.'],
  },
  write({ requests, count, remedies }) {
    const words = WORDS.access_requests_stuck
    return {
      topic: 'access_request.stuck',
      subject: fillCounted(words.subject, count, {}),
      paragraphs: [
        words.intro,
        ...requests.map((request) => fill(words.request, { ...request })),
        ...(count > requests.length ? [fill(words.more, { count: count - requests.length })] : []),
        ...remedies,
      ],
    }
  },
}
