/** The types of events that webhooks can subscribe to, as data. @source docs/reference/webhooks.md §5 */

/** What every type begins with. */
export const PREFIX = 'zen:event-type:'

const SUFFIXES = {
  user: [
    'created',
    'deleted',
    'merged',
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
  organization: ['created', 'deleted', 'custom_field_changed', 'external_id_changed', 'name_changed', 'tags_changed'],
  ticket: [
    'created',
    'agent_assignment_changed',
    'attachment_linked_to_comment',
    'attachment_redacted_from_comment',
    'brand_changed',
    'comment_added',
    'comment_made_private',
    'comment_redacted',
    'custom_field_changed',
    'custom_status_changed',
    'description_changed',
    'email_ccs_changed',
    'external_id_changed',
    'followers_changed',
    'form_changed',
    'group_assignment_changed',
    'marked_as_spam',
    'merged',
    'organization_changed',
    'permanently_deleted',
    'priority_changed',
    'problem_link_changed',
    'requester_changed',
    'schedule_changed',
    'soft_deleted',
    'status_changed',
    'subject_changed',
    'submitter_changed',
    'tags_changed',
    'task_due_at_changed',
    'ticket_type_changed',
    'undeleted',
  ],
} as const

/** The type of an event on tickets, without what all begin with. */
export type TicketEventType = (typeof SUFFIXES.ticket)[number]

/** Every type, such as `zen:event-type:user.created`. */
export const EVENT_TYPES: ReadonlySet<string> = new Set(
  Object.entries(SUFFIXES).flatMap(([domain, suffixes]) => suffixes.map((suffix) => `${PREFIX}${domain}.${suffix}`)),
)
