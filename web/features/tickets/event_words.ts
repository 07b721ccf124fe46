// The events of an audit in words, by who or what caused them. Pure.
// Does not belong here: members and values in words (web/features/business_rules/rules/member_words.ts), drawing them (Updates.tsx).

import type { EventDelivery, TicketAudit, TicketEvent } from './queries.ts'
import { changeWords, COLLECTIONS, type MemberWords } from '#features/business_rules/public_words.ts'
import { describeDelivery } from './delivery_words.ts'

/** The rule that caused events. */
export interface Cause {
  readonly kind: 'trigger' | 'automation'
  readonly id: number
  readonly title: string
}

/** An event in words. */
export interface EventLine {
  readonly text: string
  /** Of a mail or a call: what became of it, and the text that was sent. */
  readonly note?: string
  readonly body?: string
}

/** Events that the same rule caused; those of the person or the system have no cause. */
export interface CausedEvents {
  readonly cause: Cause | undefined
  readonly lines: readonly EventLine[]
}

/** The names of people by their ids. */
export type PersonWords = (id: number) => string

/**
 * The events of an audit, those of each rule together, in the order in which they are stored. `deliveries`: what became of mails and calls,
 * by the ids of their events.
 */
export function groupEvents(
  { events, via }: TicketAudit,
  deliveries: ReadonlyMap<number, EventDelivery>,
  words: MemberWords,
  person: PersonWords,
): CausedEvents[] {
  const groups: { cause: Cause | undefined; lines: EventLine[] }[] = []
  for (const event of events) {
    const cause = causeOf(event.via ?? via)
    const text = eventWords(event, words, person)
    if (text === undefined) continue
    const delivery = deliveries.get(event.id)
    const line = { text, ...(delivery === undefined ? {} : { note: describeDelivery(delivery), body: event.body ?? '' }) }
    const last = groups.at(-1)
    if (last !== undefined && last.cause?.kind === cause?.kind && last.cause?.id === cause?.id) last.lines.push(line)
    else groups.push({ cause, lines: [line] })
  }
  return groups
}

function causeOf({ source: { from, rel } }: TicketAudit['via']): Cause | undefined {
  const { id, title } = from as { id?: unknown; title?: unknown }
  if ((rel !== 'trigger' && rel !== 'automation') || typeof id !== 'number') return undefined
  return { kind: rel, id, title: typeof title === 'string' ? title : `${rel} ${id}` }
}

const RELATIONS: Readonly<Record<string, string>> = {
  automation: 'by an automation',
  trigger: 'by a trigger',
  merge: 'in a merge',
  problem: 'with its problem',
  follow_up: 'as a follow-up',
}
const CHANNELS: Readonly<Record<string, string>> = {
  web: 'on the website',
  api: 'through the API',
  email: 'by mail',
  system: 'by itself',
  rule: 'by a rule',
  voice: 'by telephone',
}

/** How an update came about: "through the API". */
export function viaWords({ channel, source: { rel } }: TicketAudit['via']): string {
  return RELATIONS[rel ?? ''] ?? CHANNELS[channel] ?? `through ${channel.replaceAll('_', ' ')}`
}

type Words = (event: TicketEvent, words: MemberWords, person: PersonWords) => string | undefined

/** An event in words; undefined for one that sets nothing. */
const EVENTS: Readonly<Record<string, Words>> = {
  Comment: ({ public: isPublic }) => (isPublic === false ? 'Internal note written' : 'Public comment written'),
  VoiceComment: ({ public: isPublic }) => (isPublic === false ? 'Call noted internally' : 'Call noted publicly'),
  Create: ({ field_name = '', value = null }, words) =>
    isNothing(value) ? undefined : `${words.title(field_name)}: ${words.value(field_name, value)}`,
  Change: ({ field_name = '', value = null, previous_value = null }, words) =>
    changeWords(words, { field: field_name, before: previous_value, after: value }),
  EmailCcChange: ({ current_email_ccs, previous_email_ccs }, _words, person) =>
    describeListChange('In copy', previous_email_ccs, current_email_ccs, person),
  FollowerChange: ({ current_followers, previous_followers }, _words, person) =>
    describeListChange('Followers', previous_followers, current_followers, person),
  SatisfactionRating: ({ score = '', body }) => `Rating: ${score}${body ? `, “${body}”` : ''}`,
  TicketSharingEvent: ({ action, agreement_id = 0 }) =>
    action === 'shared' ? `Shared under agreement ${agreement_id}` : `No longer shared under agreement ${agreement_id}`,
  ScheduleAssignment: ({ new_schedule_id }) =>
    new_schedule_id === null || new_schedule_id === undefined ? 'Schedule: that of the account' : `Schedule: ${new_schedule_id}`,
  AgentMacroReference: ({ macro_title, macro_id = '' }) => `Macro applied: ${macro_title ?? `${macro_id}, which has been deleted`}`,
  CommentPrivacyChange: ({ public: isPublic }) => (isPublic === true ? 'Comment made public' : 'Comment made internal'),
  CommentRedactionEvent: () => 'Text of a comment redacted',
  AttachmentRedactionEvent: () => 'Attachment of a comment redacted',
  ChatStartedEvent: () => 'Chat started',
  CollabThreadCreated: ({ subject = '' }) => `Side conversation “${subject}” begun`,
  CollabThreadReply: ({ subject = '' }) => `Side conversation “${subject}” answered`,
  CollabThreadClosed: ({ subject = '' }) => `Side conversation “${subject}” closed`,
  CollabThreadReopened: ({ subject = '' }) => `Side conversation “${subject}” opened again`,
  Notification: notificationWords,
  NotificationWithCcs: notificationWords,
  External: ({ resource = '' }) => `Called webhook or target ${resource}`,
}

function eventWords(event: TicketEvent, words: MemberWords, person: PersonWords): string | undefined {
  const say = EVENTS[event.type]
  return say === undefined ? event.type : say(event, words, person)
}

/** An empty value of a new ticket is left out. */
const isNothing = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0)

function notificationWords({ subject = '', recipients = [] }: TicketEvent, _words: MemberWords, person: PersonWords): string {
  const to = recipients.length === 0 ? '' : ` to ${recipients.map(person).join(', ')}`
  return `Mail “${subject}”${to}`
}

function describeListChange(title: string, before: readonly number[] = [], after: readonly number[] = [], person: PersonWords): string {
  const added = after.filter((id) => !before.includes(id)).map((id) => `added ${person(id)}`)
  const removed = before.filter((id) => !after.includes(id)).map((id) => `removed ${person(id)}`)
  return `${title}: ${[...added, ...removed].join(', ')}`
}

/** The ids of the records that the events of audits name, by the API's name of their kind. */
export function listNamedIds(audits: readonly Pick<TicketAudit, 'author_id' | 'events'>[]): Record<'users' | 'organizations', number[]> {
  const ids = { users: new Set<number>(), organizations: new Set<number>() }
  const add = (collection: string | undefined, values: readonly unknown[]) => {
    for (const value of values)
      if (collection === 'users' || collection === 'organizations') if (Number(value) > 0) ids[collection].add(Number(value))
  }
  for (const { author_id, events } of audits) {
    add('users', [author_id])
    for (const { field_name = '', value, previous_value, ...event } of events) {
      add(COLLECTIONS[field_name], [value, previous_value])
      const { recipients = [], current_email_ccs = [], previous_email_ccs = [], current_followers = [], previous_followers = [] } = event
      add('users', [...recipients, ...current_email_ccs, ...previous_email_ccs, ...current_followers, ...previous_followers])
    }
  }
  return { users: [...ids.users].sort(byNumber), organizations: [...ids.organizations].sort(byNumber) }
}

const byNumber = (one: number, other: number) => one - other
