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

const plain = (name: string): Member => ({ name })
const needed = (name: string): Member => ({ name, required: true })
const secret = (name: string): Member => ({ name, secret: true })
const neededSecret = (name: string): Member => ({ name, required: true, secret: true })

const HTTP = [needed('method'), plain('username'), needed('content_type'), secret('password'), needed('target_url')]

/** Kind → its members, in the order in which they are shown. */
export const TARGET_TYPES: Readonly<Record<string, readonly Member[]>> = {
  url_target_v2: HTTP,
  // the same under another name, which configuration clients send
  http_target: HTTP,
  url_target: [{ name: 'method', fallback: 'get' }, needed('attribute'), plain('username'), secret('password'), needed('target_url')],
  email_target: [needed('email'), needed('subject')],
  basecamp_target: [
    needed('target_url'),
    plain('username'),
    secret('password'),
    neededSecret('token'),
    needed('project_id'),
    needed('resource'),
    plain('message_id'),
    plain('todo_list_id'),
  ],
  campfire_target: [
    needed('subdomain'),
    needed('room'),
    neededSecret('token'),
    { name: 'ssl', fallback: false },
    { name: 'preserve_format', fallback: false },
  ],
  clickatell_target: [
    { name: 'target_url', fallback: 'http://api.clickatell.com/http/sendmsg' },
    { name: 'method', fallback: 'get' },
    { name: 'attribute', fallback: 'text' },
    needed('username'),
    neededSecret('password'),
    needed('api_id'),
    needed('to'),
    plain('from'),
    { name: 'us_small_business_account', fallback: '0' },
  ],
  flowdock_target: [neededSecret('api_token')],
  get_satisfaction_target: [needed('email'), neededSecret('password'), needed('account_name'), plain('target_url')],
  jira_target: [needed('target_url'), needed('username'), neededSecret('password')],
  pivotal_target: [
    neededSecret('token'),
    needed('project_id'),
    needed('story_type'),
    needed('story_title'),
    plain('requested_by'),
    plain('owner_by'),
    plain('story_labels'),
  ],
  twitter_target: [secret('token'), secret('secret')],
  yammer_target: [plain('group_id'), secret('token')],
}

/** Every member that some kind has. */
export const TARGET_MEMBERS: readonly string[] = [
  ...new Set(Object.values(TARGET_TYPES).flatMap((members) => members.map(({ name }) => name))),
]
