/**
 * The kinds of targets as data: the members of each, which of them are required, and which are secret.
 * @source docs/reference/other.md §1
 */

/** What a member of a kind of target may be. */
export type MemberValue = string | boolean | null

/** A member of a kind of target. */
interface Member {
  readonly name: string
  readonly required?: true
  /** Encrypted at rest and shown as null. */
  readonly secret?: true
  /** The value when none is sent. */
  readonly fallback?: MemberValue
}

const makePlainMember = (name: string): Member => ({ name })
const makeRequiredMember = (name: string): Member => ({ name, required: true })
const secret = (name: string): Member => ({ name, secret: true })
const neededSecret = (name: string): Member => ({ name, required: true, secret: true })

const HTTP = [
  makeRequiredMember('method'),
  makePlainMember('username'),
  makeRequiredMember('content_type'),
  secret('password'),
  makeRequiredMember('target_url'),
]

/** Kind → its members, in the order in which they are shown. */
export const TARGET_TYPES: Readonly<Record<string, readonly Member[]>> = {
  url_target_v2: HTTP,
  // the same under another name, which configuration clients send
  http_target: HTTP,
  url_target: [
    { name: 'method', fallback: 'get' },
    makeRequiredMember('attribute'),
    makePlainMember('username'),
    secret('password'),
    makeRequiredMember('target_url'),
  ],
  email_target: [makeRequiredMember('email'), makeRequiredMember('subject')],
  basecamp_target: [
    makeRequiredMember('target_url'),
    makePlainMember('username'),
    secret('password'),
    neededSecret('token'),
    makeRequiredMember('project_id'),
    makeRequiredMember('resource'),
    makePlainMember('message_id'),
    makePlainMember('todo_list_id'),
  ],
  campfire_target: [
    makeRequiredMember('subdomain'),
    makeRequiredMember('room'),
    neededSecret('token'),
    { name: 'ssl', fallback: false },
    { name: 'preserve_format', fallback: false },
  ],
  clickatell_target: [
    { name: 'target_url', fallback: 'http://api.clickatell.com/http/sendmsg' },
    { name: 'method', fallback: 'get' },
    { name: 'attribute', fallback: 'text' },
    makeRequiredMember('username'),
    neededSecret('password'),
    makeRequiredMember('api_id'),
    makeRequiredMember('to'),
    makePlainMember('from'),
    { name: 'us_small_business_account', fallback: '0' },
  ],
  flowdock_target: [neededSecret('api_token')],
  get_satisfaction_target: [
    makeRequiredMember('email'),
    neededSecret('password'),
    makeRequiredMember('account_name'),
    makePlainMember('target_url'),
  ],
  jira_target: [makeRequiredMember('target_url'), makeRequiredMember('username'), neededSecret('password')],
  pivotal_target: [
    neededSecret('token'),
    makeRequiredMember('project_id'),
    makeRequiredMember('story_type'),
    makeRequiredMember('story_title'),
    makePlainMember('requested_by'),
    makePlainMember('owner_by'),
    makePlainMember('story_labels'),
  ],
  twitter_target: [secret('token'), secret('secret')],
  yammer_target: [makePlainMember('group_id'), secret('token')],
}

/** Every member that some kind has. */
export const TARGET_MEMBERS: readonly string[] = [
  ...new Set(Object.values(TARGET_TYPES).flatMap((members) => members.map(({ name }) => name))),
]
