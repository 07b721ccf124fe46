// The types of events a webhook can subscribe to, by domain, with their labels. A test compares them with those of the server.

import { capitalize } from '#kit/words.ts'

const PREFIX = 'zen:event-type:'

/** The domains and the types of each, in the order in which they are offered. */
const DOMAINS = [
  {
    title: 'Ticket events',
    domain: 'ticket',
    suffixes: [
      'created',
      'comment_added',
      'status_changed',
      'custom_status_changed',
      'priority_changed',
      'ticket_type_changed',
      'subject_changed',
      'description_changed',
      'agent_assignment_changed',
      'group_assignment_changed',
      'requester_changed',
      'submitter_changed',
      'organization_changed',
      'brand_changed',
      'form_changed',
      'tags_changed',
      'custom_field_changed',
      'email_ccs_changed',
      'followers_changed',
      'problem_link_changed',
      'schedule_changed',
      'task_due_at_changed',
      'external_id_changed',
      'attachment_linked_to_comment',
      'attachment_redacted_from_comment',
      'comment_made_private',
      'comment_redacted',
      'merged',
      'marked_as_spam',
      'soft_deleted',
      'undeleted',
      'permanently_deleted',
    ],
  },
  {
    title: 'User events',
    domain: 'user',
    suffixes: [
      'created',
      'merged',
      'deleted',
      'active_changed',
      'alias_changed',
      'custom_field_changed',
      'custom_role_changed',
      'default_group_changed',
      'details_changed',
      'external_id_changed',
      'group_membership_created',
      'group_membership_deleted',
      'identity_created',
      'identity_changed',
      'identity_deleted',
      'last_login_changed',
      'name_changed',
      'notes_changed',
      'only_private_comments_changed',
      'organization_membership_created',
      'organization_membership_deleted',
      'password_changed',
      'photo_changed',
      'role_changed',
      'suspended_changed',
      'tags_changed',
      'time_zone_changed',
    ],
  },
  {
    title: 'Organization events',
    domain: 'organization',
    suffixes: ['created', 'deleted', 'name_changed', 'external_id_changed', 'tags_changed', 'custom_field_changed'],
  },
] as const

/** Labels that the name of the type does not give. */
const LABELS: Readonly<Record<string, string>> = {
  'ticket.email_ccs_changed': 'Email CCs changed',
  'ticket.external_id_changed': 'External ID changed',
  'user.external_id_changed': 'External ID changed',
  'organization.external_id_changed': 'External ID changed',
  'ticket.soft_deleted': 'Deleted',
  'ticket.undeleted': 'Restored',
  'ticket.task_due_at_changed': 'Due date of a task changed',
  'ticket.ticket_type_changed': 'Type changed',
  'user.suspended_changed': 'Suspended or unsuspended',
  'user.last_login_changed': 'Signed in',
}

/** Types that no act of this service publishes. @source docs/reference/webhooks.md §5 */
const NEVER: ReadonlySet<string> = new Set(['ticket.description_changed', 'ticket.schedule_changed', 'ticket.submitter_changed'])

/** A type of event to choose. */
interface EventChoice {
  /** Such as `zen:event-type:user.created`. */
  readonly value: string
  readonly label: string
  readonly hint?: string
}

function choiceOf(name: string): EventChoice {
  const label = LABELS[name] ?? capitalize(name.slice(name.indexOf('.') + 1).replaceAll('_', ' '))
  return { value: `${PREFIX}${name}`, label, ...(NEVER.has(name) ? { hint: 'Not published yet.' } : {}) }
}

/** The types to choose from, by domain. */
export const EVENT_GROUPS: readonly { readonly title: string; readonly choices: readonly EventChoice[] }[] = DOMAINS.map(
  ({ title, domain, suffixes }) => ({ title, choices: suffixes.map((suffix) => choiceOf(`${domain}.${suffix}`)) }),
)

const TITLES: ReadonlyMap<string, string> = new Map(
  EVENT_GROUPS.flatMap(({ title, choices }) => choices.map(({ value, label }) => [value, `${title.replace(' events', '')}: ${label}`])),
)

/** A type in words, such as "Ticket: Comment added"; one that is not known by its name. */
export function eventTitle(type: string): string {
  return TITLES.get(type) ?? type
}
