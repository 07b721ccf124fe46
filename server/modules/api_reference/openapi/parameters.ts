/** The parameters of an operation, with their descriptions. A test refuses a query parameter without one. */
import { isObject } from '#lib/json.ts'
import type { AnyRoute } from '#http/route.ts'
import { isOneOf } from '#lib/objects.ts'

/** The description of each query parameter by its name: a name has the same meaning in all routes. */
export const QUERY_WORDS: Readonly<Record<string, string>> = {
  page: 'The number of the page, from 1: offset paging, which reaches the first 10,000 records.',
  per_page: 'Records on a page of offset paging: 1 to 100.',
  'page[size]': 'Records on a page: 1 to 100. Its presence asks for cursor paging.',
  'page[after]': 'The cursor `meta.after_cursor` of an earlier answer: the records behind it.',
  'page[before]': 'The cursor `meta.before_cursor` of an earlier answer: the records before it.',
  sort: 'With cursor paging: the member to sort by, with `-` before it for descending.',
  sort_by: 'With offset paging: the member to sort by.',
  sort_order: 'With offset paging: `asc` or `desc`.',
  include: 'Side-loads, separated by commas: see the guide.',
  ids: 'Ids, separated by commas: at most 100.',
  trigger_id: 'Only the trigger with this id.',
  states: 'Only triggers in these states, separated by commas.',
  sla_policy_ids: 'Ids of SLA policies in their new order, separated by commas.',
  group_sla_policy_ids: 'Ids of group SLA policies in their new order, separated by commas.',
  external_ids: 'External ids, separated by commas: at most 100.',
  keys: 'Keys, separated by commas.',
  identifiers: 'Identifiers, separated by commas.',
  ticket_ids: 'Ids of tickets, separated by commas.',
  comment_ids: 'Ids of comments, separated by commas.',
  query: 'What is looked for, in the query language of searches.',
  name: 'What the name begins with or has in it.',
  phone: 'A telephone number.',
  role: 'Only people of this role: `end-user`, `agent` or `admin`; may be given several times as `role[]`.',
  permission_set: 'Only agents with the custom role of this id.',
  external_id: 'Only records that another system knows by this id.',
  count_many: 'The same as `ids`.',
  exclude: 'Side-loads to leave out, separated by commas.',
  group_by: 'The column to group by, in place of the one of the view.',
  group_order: 'The direction of the groups: `asc` or `desc`.',
  active: 'Only those that are switched on (`true`) or off (`false`).',
  access:
    'Only one’s own (`personal`), those for everyone or one’s groups (`shared`), those for everyone (`account`), or those of others (`agents`).',
  category: 'Only those of this category.',
  only_viewable: 'Only those that the caller may use, and not those they merely manage (`true`).',
  macro_id: 'The id of the macro to copy.',
  normalize_comment: 'Whether a comment in plain text is also given as HTML.',
  default: 'Only those that are the default (`true`), or are not.',
  creator: 'Whether to tell who made each record.',
  locale: 'A locale such as `en-US`, or the id of one.',
  available_locales: 'The locales to choose from, separated by commas.',
  end_user_visible: 'Only those that end users see.',
  fallback_to_default: 'Whether the default takes the place of an empty list.',
  associated_to_brand: 'Only those of the brand whose host is asked.',
  form_type: 'Only forms of this type.',
  ticket_form_id: 'Only those of the ticket form of this id.',
  brand_id: 'Only those of the brand of this id.',
  organization_id: 'Only those of the organization of this id.',
  user_id: 'Only those of the person of this id.',
  group_id: 'Only those of the group of this id.',
  category_id: 'Only triggers of the category of this id.',
  clone_webhook_id: 'The id of the webhook to copy.',
  webhook_id: 'The id of the webhook whose members count where they are not sent.',
  ticket_id: 'Only those of the ticket of this id.',
  cc_id: 'Only tickets on which the user of this id is copied.',
  status: 'Only those in these statuses, separated by commas.',
  status_categories: 'Only those in these categories, separated by commas.',
  score: 'Only ratings of this kind, such as `good` or `received_with_comment`.',
  type: 'Only those of this type.',
  source_type: 'The type of record that the relation starts from.',
  application: 'Only those of this application.',
  tags: 'Tags, separated by commas.',
  text: 'The text to look for.',
  reason: 'Why this is asked for. It is kept in the audit log.',
  confirm: 'Must be `true`: what is asked for cannot be undone.',
  before_cursor: 'The same as `page[before]`.',
  after_cursor: 'The same as `page[after]`.',
  since: 'Only what is newer than this moment (ISO 8601).',
  start_time: 'Only what was changed or made at or after this moment, in seconds since 1970.',
  end_time: 'Only what was made before this moment, in seconds since 1970.',
  from: 'The first day, as `YYYY-MM-DD`.',
  to: 'The last day, as `YYYY-MM-DD`.',
  days: 'How many days back.',
  by: 'What to sum up by.',
  format: '`json`, or `csv` for a file.',
  limit: 'Records on a page: 1 to 100.',
  cursor: 'The cursor of an earlier answer.',
  after: 'Only what comes after this one.',
  after_id: 'Only what comes after the record of this id.',
  after_position: 'Only entries after this position in the chain.',
  until_position: 'Only entries up to this position in the chain.',
  unchained: 'Whether to bring entries that the chain does not hold yet.',
  overlap_seconds: 'How far back to read again, so that nothing is missed between two exports.',
  exclude_deleted: 'Whether to leave out deleted records.',
  exclude_archived: 'Whether to leave out archived tickets.',
  'filter[agent_status_id]': 'Only agents with one of these statuses, by their ids, separated by commas.',
  'filter[channel_status]': 'Only agents with one of these statuses, such as `support:online`, separated by commas.',
  'filter[group_ids]': 'Only agents of one of these groups, separated by commas.',
  'filter[skill_ids]': 'Only agents with one of these skills, separated by commas.',
  'filter[exclude_deleted]': 'Whether to leave out deleted records.',
  'filter[text]':
    'Only entries with these words, or words that begin so, in their person, their record or their description. Paged by cursor.',
  support_type_scope: 'Which tickets: `agent`, `ai_agent` or `all`.',
  include_deleted: 'Whether to bring deleted records, too.',
  include_users: 'Whether to bring the users who are named in the answer.',
  include_changes: 'Whether to tell what was changed.',
  include_expired: 'Whether to bring those that have expired.',
  include_standard_fields: 'Whether to bring the fields that every object has.',
  include_inline_images: 'Whether to list images that stand in the text.',
  all: 'Whether to bring those of all users; administrators only.',
  inline: 'Whether the file is shown in the text, or is to be shown by the browser rather than saved.',
  filename: 'The name of the file.',
  token: 'The token of an earlier upload, to which this file is added.',
  archive_immediately: 'Whether a solved ticket that comes in is closed at once.',
  async: 'Whether to work in the background and answer with a job.',
  remove_duplicate_fields: 'Whether to leave out `fields`, which repeats `custom_fields`.',
  reduced_payload_size: 'Whether to leave out what takes much room.',
  resolve_dc: 'Whether placeholders of dynamic content are replaced by its texts.',
  host_mapping: 'The host to check.',
  subdomain: 'The subdomain to check.',
  filter: 'Only records that fit this filter.',
  filter_events: 'Whether to leave out what end users do not see.',
  startIndex: 'The first record of the page, from 1. See RFC 7644.',
  count: 'Records on a page.',
  attributes: 'Only these members, separated by commas.',
  excludedAttributes: 'All members but these, separated by commas.',
  response_type: '`code`. See RFC 6749.',
  client_id: 'The identifier or id of an OAuth client.',
  global_client_id: 'The id of a global OAuth client.',
  redirect_uri: 'Where to go back to; one of those the client is registered with.',
  scope: 'Scopes, separated by spaces.',
  state: 'Handed back as it is.',
  code_challenge: 'The PKCE challenge. See RFC 7636.',
  code_challenge_method: '`S256`.',
  code: 'The code of the identity provider.',
  error: 'Why the identity provider refused.',
  iss: 'The identity provider that answered. See RFC 9207.',
  return_to: 'The page to go to afterwards.',
}

/** `filter[ip_address]` → `ip_address`: lists are filtered by members of their records. */
const FILTER = /^filter\[(\w+)\]$/

/** The description of a query parameter; undefined when there is none. */
export function wordsOf(name: string): string | undefined {
  const words = Object.hasOwn(QUERY_WORDS, name) ? QUERY_WORDS[name] : undefined
  const member = FILTER.exec(name)?.[1]?.replaceAll('_', ' ')
  return words ?? (member === undefined ? undefined : `Only records with this ${member}; several values are separated by commas.`)
}

/** The parameters of an operation. `given`: the path of an example, whose values are used as examples. */
export function parametersOf(route: AnyRoute, given: string | undefined): Record<string, unknown>[] {
  return [...pathParameters(route, given), ...queryParameters(route, given)]
}

function pathParameters(route: AnyRoute, given: string | undefined): Record<string, unknown>[] {
  const segments = given?.split('?', 1)[0]?.split('/') ?? []
  return route.path.split('/').flatMap((segment, index) => {
    if (!segment.startsWith(':')) return []
    const name = segment.slice(1)
    const isText = isOneOf(route.text_params ?? [], name)
    const text = segments[index] === undefined ? undefined : decodeURIComponent(segments[index]).replace(/\.json$/, '')
    const example = text === undefined || isText || !/^\d+$/.test(text) ? text : Number(text)
    return {
      name,
      in: 'path',
      required: true,
      description: pathWords(name, isText),
      schema: { type: isText ? 'string' : 'integer' },
      ...(example === undefined ? {} : { example }),
    }
  })
}

/** `custom_object_key` → `The key of the custom object`. */
function pathWords(name: string, isText: boolean): string {
  const [, subject, member] = /^(?:(\w+)_)?(id|key|token|key_or_id|role)$/.exec(name) ?? []
  const of = subject === undefined ? 'record' : subject.replaceAll('_', ' ')
  if (member === 'id' && name === 'user_id') return 'The id of the user, or `me` for whoever asks where the path begins with users.'
  if (member !== undefined) return `The ${member.replaceAll('_', ' ')} of the ${of}.`
  return isText ? `The ${name.replaceAll('_', ' ')}.` : `The id of the ${name.replaceAll('_', ' ')}.`
}

function queryParameters(route: AnyRoute, given: string | undefined): Record<string, unknown>[] {
  const shape = route.query as unknown
  const properties = isObject(shape) && isObject(shape.properties) ? shape.properties : {}
  const values = new URLSearchParams(given?.split('?')[1] ?? '')
  return Object.entries(properties).map(([name, schema]) => {
    const example = values.get(name)
    return {
      name,
      in: 'query',
      description: wordsOf(name) ?? '',
      schema,
      ...(example === null ? {} : { example: isObject(schema) && schema.type === 'integer' ? Number(example) : example }),
    }
  })
}
