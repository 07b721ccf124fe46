/**
 * THE STORY: the acts of the invented company's customers and colleagues, in chronological order. Pure: same seed and moment, same story.
 * Not here: carrying it out (perform.ts).
 */
import { ensureDefined } from '#lib/defined.ts'
import { CASES } from './cases.ts'
import { CASES_ABROAD } from './cases_abroad.ts'
import { atWork, dayBefore, minutesLater, drawWritingTimes } from './calendar.ts'
import {
  type Case,
  COLLEAGUES,
  type Colleague,
  type FieldKey,
  FIRMS,
  type FormName,
  MACHINES,
  type StatusLabel,
  tagOf,
  type TeamName,
} from './company.ts'
import { COMPLAINTS, FAREWELLS, GREETINGS, NUDGES, PRAISE, REOPENINGS, SECOND_SOLUTIONS, THANKS } from './phrases.ts'
import { makeRandom, type Random } from './random.ts'

/** The changes of a colleague to a ticket in one act. */
export interface Work {
  readonly assign?: string
  readonly team?: TeamName
  readonly form?: FormName
  readonly fields?: Readonly<Partial<Record<FieldKey, string | boolean>>>
  readonly tags?: readonly string[]
  readonly type?: Case['type']
  readonly priority?: string
  readonly status?: 'open' | 'pending' | 'hold' | 'solved'
  readonly custom_status?: StatusLabel
  readonly follower?: string
  readonly comment?: { readonly body: string; readonly public: boolean }
}

/** One act. `ticket` is the index of the ticket in the story, from 0; `by` a name; the system closes. */
export type Step = { readonly at: Date; readonly ticket: number } & (
  | { readonly kind: 'ask'; readonly by: string; readonly subject: string; readonly body: string; readonly cc?: string }
  | { readonly kind: 'call'; readonly by: string; readonly requester: string; readonly subject: string; readonly body: string }
  | { readonly kind: 'answer'; readonly by: string; readonly body: string }
  | { readonly kind: 'work'; readonly by: string; readonly work: Work }
  | { readonly kind: 'rate'; readonly by: string; readonly score: 'good' | 'bad'; readonly comment: string }
  | { readonly kind: 'close' }
)

const DAYS = 90
const CLOSED_AFTER_MINUTES = 4 * 24 * 60
const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const
const CITIES = ['Bristol', 'Leeds', 'Porto', 'Utrecht', 'Galway', 'Ghent']

/** The story up to `now`: later acts are dropped, so young tickets are still open. */
export function writeStory(seed: number, now: Date, tickets: number): Step[] {
  const random = makeRandom(seed)
  const steps = drawWritingTimes(random, now, tickets, DAYS).flatMap((at, ticket) => oneTicket(random, at, ticket))
  return steps.filter((step) => step.at < now).sort((one, other) => one.at.getTime() - other.at.getTime() || one.ticket - other.ticket)
}

/** The people and the subject of a ticket, and a clock that advances with each act. */
interface Incident {
  readonly random: Random
  readonly ticket: number
  readonly about: Case
  /** The index of the variant: the texts of one ticket belong together. */
  readonly thread: number
  readonly customer: string
  readonly colleague: Colleague
  readonly fill: (text: string) => string
  readonly steps: Step[]
  at: Date
}

function oneTicket(random: Random, at: Date, ticket: number): Step[] {
  const incident = makeIncident(random, at, ticket)
  begin(incident)
  const end = random.next()
  takeUp(incident)
  if (end < 0.04) return incident.steps // no reply yet
  converse(incident)
  if (end < 0.1) return wait(incident)
  solve(incident)
  if (end > 0.87) reopen(incident)
  finish(incident)
  return incident.steps
}

function makeIncident(random: Random, at: Date, ticket: number): Incident {
  const firm = random.pick(FIRMS)
  const abroad = firm.locale !== undefined && random.chance(0.75) ? CASES_ABROAD[firm.locale] : CASES
  const about = random.pick(abroad)
  const thread = random.whole(0, about.openings.length - 1)
  const customer = random.pick(firm.people)
  const colleague = random.pick(COLLEAGUES.filter((one) => one.teams.includes(about.team)))
  const values: Readonly<Record<string, string>> = {
    customer,
    agent: firstName(colleague.name),
    machine: random.pick(MACHINES),
    serial: `HL-${random.whole(2019, 2026)}-${random.whole(1000, 9999)}`,
    order: `B${random.whole(20_100, 48_900)}`,
    number: String(random.whole(3, 14)),
    city: random.pick(CITIES),
    day: random.chance(0.5) ? 'yesterday' : `on ${dayBefore(at)}`,
  }
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
  return { random, ticket, about, thread, customer, colleague, fill, steps: [], at }
}

const firstName = (name: string) => ensureDefined(name.replace('Dr. ', '').split(' ')[0])

const nth = (texts: readonly string[], place: number) => ensureDefined(texts[place % texts.length])

/** Their texts are whole letters, in another language. */
const isInOtherLanguage = ({ tags }: Case) => /german|french|spanish|japanese/.test(tags.join(' '))

/** Texts that greet by themselves. */
const GREETS = /^(?:hello|hi|good (?:morning|afternoon)|dear)\b/i

/** Some letters have a greeting and a signature, some do not. Only the first of a ticket greets, and once. */
function letter({ random, about, customer, fill }: Incident, text: string, isFirst: boolean): string {
  if (isInOtherLanguage(about)) return fill(text)
  const farewell = random.pick(FAREWELLS)
  const greeting = random.pick(GREETINGS)
  const isThankful = /thank/i.test(text) && /thank/i.test(farewell)
  const parts = [
    isFirst && !GREETS.test(text) ? greeting : '',
    fill(text),
    farewell === '' ? '' : `${isThankful ? FAREWELLS[0] : farewell}\n${random.chance(0.5) ? customer : firstName(customer)}`,
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

function begin(incident: Incident): void {
  const { random, ticket, about, thread, customer, colleague, fill, steps, at } = incident
  const subject = fill(nth(about.subjects, thread))
  const opening = nth(about.openings, thread)
  const body = letter(incident, opening, true)
  const others = FIRMS.find((firm) => firm.people.includes(customer))?.people.filter((name) => name !== customer) ?? []
  const cc = random.chance(0.12) && others.length > 0 ? { cc: random.pick(others) } : {}
  if (random.chance(0.88) || isInOtherLanguage(about))
    return void steps.push({ kind: 'ask', by: customer, at, ticket, subject, body, ...cc })
  incident.at = atWork(random, at)
  steps.push({
    kind: 'call',
    by: colleague.name,
    requester: customer,
    at: incident.at,
    ticket,
    subject,
    body: `${customer} called:\n\n${fill(opening)}`, // a note of a call is no letter
  })
}

function work(incident: Incident, given: Work, least: number, most: number): void {
  const { random, ticket, colleague, steps } = incident
  incident.at = atWork(random, minutesLater(random, incident.at, least, most))
  steps.push({ kind: 'work', by: colleague.name, at: incident.at, ticket, work: given })
}

function answer(incident: Incident, body: string, least: number, most: number): void {
  incident.at = minutesLater(incident.random, incident.at, least, most)
  incident.steps.push({ kind: 'answer', by: incident.customer, at: incident.at, ticket: incident.ticket, body })
}

/** A colleague takes the ticket and classifies it. */
function takeUp(incident: Incident): void {
  const { random, about, colleague, fill } = incident
  const priority = ensureDefined(PRIORITIES[random.weighted(about.type === 'incident' ? [8, 50, 32, 10] : [25, 60, 13, 2])])
  const fields =
    about.form === 'Machine trouble'
      ? { machine: tagOf(fill('{machine}')), serial: fill('{serial}'), warranty: random.chance(0.5) }
      : about.form === undefined
        ? {}
        : { order: fill('{order}') }
  const others = COLLEAGUES.filter((one) => one !== colleague)
  const follower = random.chance(0.1) ? { follower: random.pick(others).name } : {}
  const form = about.form === undefined ? {} : { form: about.form }
  const taken: Work = {
    assign: colleague.name,
    team: about.team,
    type: about.type,
    priority,
    tags: about.tags,
    fields,
    ...form,
    ...follower,
  }
  work(incident, { ...taken, status: 'open' }, 6, 240)
}

/** Replies before it is solved. */
function converse(incident: Incident): void {
  const { random, about, thread, colleague, fill } = incident
  const say = (text: string) => ({ body: `${fill(text)}\n\n${colleague.signature}`, public: true })
  work(incident, { status: 'pending', comment: say(nth(about.replies, thread)) }, 2, 90)
  if (random.chance(0.75)) answer(incident, letter(incident, nth(about.answers, thread), false), 15, 1500)
  else work(incident, { comment: say(random.pick(NUDGES)) }, 2880, 4320)
  if (about.notes.length === 0 || random.chance(0.55)) return
  const custom_status = about.waits === undefined || random.chance(0.4) ? {} : { custom_status: about.waits }
  work(incident, { ...custom_status, comment: { body: fill(random.pick(about.notes)), public: false } }, 10, 400)
}

function wait(incident: Incident): Step[] {
  const { random, about, fill } = incident
  const status =
    about.waits === undefined ? { status: random.chance(0.5) ? ('hold' as const) : ('pending' as const) } : { custom_status: about.waits }
  work(incident, { ...status, comment: { body: fill(about.notes[0] ?? 'Waiting for the customer.'), public: false } }, 60, 900)
  return incident.steps
}

function solve(incident: Incident): void {
  const { about, thread, colleague, fill } = incident
  const body = `${fill(nth(about.solutions, thread))}\n\n${colleague.signature}`
  work(incident, { status: 'solved', comment: { body, public: true } }, 60, 2600)
}

function reopen(incident: Incident): void {
  const { random, colleague } = incident
  answer(incident, letter(incident, random.pick(REOPENINGS), false), 300, 3800)
  work(
    incident,
    { status: 'solved', comment: { body: `${random.pick(SECOND_SOLUTIONS)}\n\n${colleague.signature}`, public: true } },
    120,
    2000,
  )
}

/** The customer may thank and rate, and the ticket is closed some days later. */
function finish(incident: Incident): void {
  const { random, ticket, customer, colleague, fill, steps } = incident
  if (random.chance(0.2)) {
    answer(incident, random.pick(THANKS), 20, 600)
    work(incident, { status: 'solved' }, 5, 120)
  }
  const solved_at = incident.at
  if (random.chance(0.3)) {
    const isGood = random.chance(0.84)
    incident.at = minutesLater(random, incident.at, 30, 2000)
    const comment = fill(random.pick(isGood ? PRAISE : COMPLAINTS)).replace('{agent}', colleague.name)
    steps.push({ kind: 'rate', by: customer, at: incident.at, ticket, score: isGood ? 'good' : 'bad', comment })
  }
  // a rating does not delay it
  steps.push({ kind: 'close', at: minutesLater(random, solved_at, CLOSED_AFTER_MINUTES, CLOSED_AFTER_MINUTES + 59), ticket })
}
