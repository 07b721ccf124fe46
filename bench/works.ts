/** What is measured: the calls to the product, their equivalents of the bare loop, and what they have to reach. @source docs/performance.md */

/** A call of the API; `{id}` in its path stands for tickets in turn. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly body?: string
}

/** A call, the equivalent call to the bare loop, and the ratio of their rates that is required and, where it is more, aimed at. */
export interface Work {
  readonly name: string
  readonly ours: Call
  readonly bare: Call
  readonly must: number
  readonly aim?: number
}

/** A call whose triggers mail people, and the most milliseconds of PostgreSQL's processor time that it may take, mails included. */
export interface EffectsWork {
  readonly name: string
  makeCall(customer_id: number): Call
  readonly most_ms: number
}

export const TEXT = 'The printer on the second floor does not print any more, since this morning. It says PC LOAD LETTER.'
const SUBJECT = 'Printer'
const TICKETS = '/api/v2/tickets.json'
const TICKET = '/api/v2/tickets/{id}.json'

const writeTicket = (method: 'POST' | 'PUT', path: string, ticket: object): Call => ({ method, path, body: JSON.stringify({ ticket }) })
const createBare: Call = { method: 'POST', path: '/tickets/', body: JSON.stringify({ subject: SUBJECT, text: TEXT }) }
const updateWithComment = writeTicket('PUT', TICKET, { comment: { body: TEXT }, priority: 'high' })

export const WORKS: readonly Work[] = [
  {
    name: 'GET one ticket',
    ours: { method: 'GET', path: TICKET },
    bare: { method: 'GET', path: '/tickets/{id}' },
    must: 0.8,
  },
  {
    name: 'list 100 tickets',
    ours: { method: 'GET', path: `${TICKETS}?page[size]=100` },
    bare: { method: 'GET', path: '/tickets/' },
    must: 1,
  },
  {
    name: 'search a frequent word',
    ours: { method: 'GET', path: '/api/v2/search.json?query=printer' },
    bare: { method: 'GET', path: '/search/printer' },
    must: 0.9,
  },
  {
    name: 'create ticket',
    ours: writeTicket('POST', TICKETS, { subject: SUBJECT, comment: { body: TEXT } }),
    bare: createBare,
    must: 0.25,
    aim: 0.4,
  },
  { name: 'update with comment', ours: updateWithComment, bare: createBare, must: 0.25, aim: 0.4 },
]

/** With the triggers of a fresh account. The tickets that are updated are those that were created before. */
export const EFFECTS_WORKS: readonly EffectsWork[] = [
  {
    name: 'create ticket',
    makeCall: (requester_id) => writeTicket('POST', TICKETS, { subject: SUBJECT, comment: { body: TEXT }, requester_id }),
    most_ms: 2.5,
  },
  { name: 'update with comment', makeCall: () => updateWithComment, most_ms: 2 },
]
