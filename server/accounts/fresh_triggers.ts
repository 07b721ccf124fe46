/**
 * The triggers of a fresh instance and their category: data in our own words, and the statement that inserts them.
 * @source docs/reference/business_rules.md §8
 */
import { defineStatement } from '#db/builder.ts'
import type { Db } from '#db/db.ts'
import { toJson } from '#db/types.ts'

/** The category that an instance without one gets with its first trigger, and that a fresh instance has. */
export const FIRST_CATEGORY = 'Initial category'

interface FreshCondition {
  readonly field: string
  readonly operator: string
  readonly value: string | boolean | null
}

interface FreshTrigger {
  readonly key: string
  readonly title: string
  readonly description: string
  readonly active?: false
  readonly position: number
  readonly all: readonly FreshCondition[]
  readonly any?: readonly FreshCondition[]
  readonly actions: readonly { readonly field: string; readonly value: string | readonly string[] }[]
}

const is = (field: string, value: string): FreshCondition => ({ field, operator: 'is', value })
const makeNotCondition = (field: string, value: string): FreshCondition => ({ field, operator: 'is_not', value })
const makeChangedCondition = (field: string): FreshCondition => ({ field, operator: 'changed', value: null })
const mail = (to: string, subject: string, ...paragraphs: readonly string[]) => [
  { field: 'notification_user', value: [to, subject, paragraphs.join('\n\n')] },
]

const ON_CREATE = is('update_type', 'Create')
const ON_CHANGE = is('update_type', 'Change')
const PUBLIC_TICKET = is('ticket_is_public', 'public')
// recorded as a boolean, unlike the values of other conditions
const PUBLIC_COMMENT: FreshCondition = { field: 'comment_is_public', operator: 'is', value: true }
const OTHER_ASSIGNEE = makeNotCondition('assignee_id', 'current_user')
const SUBJECT = '[{{ticket.account}}] {{ticket.title}}'
const REPLY = 'Reply to this mail to add a comment.'

/** By position and title, as they are listed. */
const FRESH_TRIGGERS: readonly FreshTrigger[] = [
  {
    key: 'auto_assign_to_first_email_responding_agent',
    title: 'Auto-assign to first email responding agent',
    description: 'Assigns a ticket without an assignee to the agent who answers it by mail',
    active: false,
    position: 2,
    all: [ON_CHANGE, is('current_via_id', '4'), is('assignee_id', ''), makeNotCondition('role', 'end_user')],
    actions: [{ field: 'assignee_id', value: 'current_user' }],
  },
  {
    key: 'notify_all_agents_of_received_request',
    title: 'Notify all agents of received request',
    description: 'Tells every agent of a new ticket',
    position: 2,
    all: [ON_CREATE],
    actions: mail(
      'all_agents',
      '[{{ticket.account}}] New ticket: {{ticket.title}}',
      'Ticket #{{ticket.id}} was created by {{ticket.requester.name}}.',
      '{{ticket.comments_formatted}}',
      'Open it: {{ticket.link}}',
    ),
  },
  {
    key: 'notify_requester_and_ccs_of_received_request',
    title: 'Notify requester and CCs of received request',
    description: 'Confirms a request to the person who sent it',
    position: 3,
    all: [ON_CREATE, makeNotCondition('status', 'solved'), PUBLIC_TICKET, PUBLIC_COMMENT, is('role', 'end_user')],
    actions: mail(
      'requester_and_ccs',
      '[{{ticket.account}}] We have received your request: {{ticket.title}}',
      'Hello {{ticket.requester.first_name}},',
      `We have received your request (#{{ticket.id}}) and will answer it as soon as we can. ${REPLY}`,
      '{{ticket.comments_formatted}}',
    ),
  },
  {
    key: 'notify_requester_of_new_proactive_ticket',
    title: 'Notify requester of new proactive ticket',
    description: 'Tells the requester of a ticket that an agent has created for them',
    position: 4,
    all: [ON_CREATE, PUBLIC_TICKET, is('role', 'agent')],
    actions: mail(
      'requester_and_ccs',
      SUBJECT,
      'Hello {{ticket.requester.first_name}},',
      `{{current_user.name}} has opened a request for you (#{{ticket.id}}). ${REPLY}`,
      '{{ticket.comments_formatted}}',
    ),
  },
  {
    key: 'notify_requester_and_ccs_of_comment_update',
    title: 'Notify requester and CCs of comment update',
    description: 'Sends each new public comment to the requester and the people copied',
    position: 5,
    all: [ON_CHANGE, PUBLIC_COMMENT],
    actions: mail(
      'requester_and_ccs',
      SUBJECT,
      `Your request (#{{ticket.id}}) has been updated. ${REPLY}`,
      '{{ticket.latest_public_comment_formatted}}',
    ),
  },
  {
    key: 'notify_assignee_of_comment_update',
    title: 'Notify assignee of comment update',
    description: 'Sends each new comment of somebody else to the assignee',
    position: 6,
    all: [
      is('comment_is_public', 'not_relevant'),
      OTHER_ASSIGNEE,
      makeNotCondition('assignee_id', 'requester_id'),
      { field: 'assignee_id', operator: 'not_changed', value: null },
      { field: 'status', operator: 'not_value_previous', value: 'solved' },
    ],
    actions: mail(
      'assignee_id',
      SUBJECT,
      'Ticket #{{ticket.id}} has a new comment by {{current_user.name}}.',
      '{{ticket.latest_comment_formatted}}',
      'Open it: {{ticket.link}}',
    ),
  },
  {
    key: 'notify_assignee_of_assignment',
    title: 'Notify assignee of assignment',
    description: 'Tells an agent that somebody else has assigned a ticket to them',
    position: 7,
    all: [makeChangedCondition('assignee_id'), OTHER_ASSIGNEE],
    actions: mail(
      'assignee_id',
      '[{{ticket.account}}] Assigned to you: {{ticket.title}}',
      'Ticket #{{ticket.id}} has been assigned to you.',
      '{{ticket.comments_formatted}}',
      'Open it: {{ticket.link}}',
    ),
  },
  {
    key: 'notify_assignee_of_reopened_ticket',
    title: 'Notify assignee of reopened ticket',
    description: 'Tells the assignee that a solved ticket is open again',
    position: 8,
    all: [OTHER_ASSIGNEE, { field: 'status', operator: 'value_previous', value: 'solved' }, makeNotCondition('status', 'closed')],
    actions: mail(
      'assignee_id',
      '[{{ticket.account}}] Reopened: {{ticket.title}}',
      'Ticket #{{ticket.id}} was solved and is now {{ticket.status}}.',
      '{{ticket.latest_comment_formatted}}',
      'Open it: {{ticket.link}}',
    ),
  },
  {
    key: 'notify_group_of_assignment',
    title: 'Notify group of assignment',
    description: 'Tells a group of a ticket that is assigned to it and to no agent yet',
    position: 9,
    all: [makeNotCondition('group_id', ''), is('assignee_id', '')],
    any: [makeChangedCondition('group_id'), makeChangedCondition('assignee_id')],
    actions: [
      {
        field: 'notification_group',
        value: [
          'group_id',
          '[{{ticket.account}}] For {{ticket.group.name}}: {{ticket.title}}',
          'Ticket #{{ticket.id}} has been assigned to your group, {{ticket.group.name}}.\n\n{{ticket.comments_formatted}}\n\nOpen it: {{ticket.link}}',
        ],
      },
    ],
  },
]

const insert = defineStatement<unknown>(`with there as (
    select id, position from trigger_categories where account_id = $1 order by position, id limit 1),
  fresh as (
    insert into trigger_categories (account_id, name, position, created_at, updated_at)
    select $1, $3, 0, $2, $2 where not exists (select 1 from there) returning id, position),
  category as (select id, position from there union all select id, position from fresh),
  made as (
    insert into triggers (account_id, category_id, category_position, key, title, description, active, "default", position, conditions, actions, revision_id, created_at, updated_at)
    select $1, category.id, category.position, f.key, f.title, f.description, f.active, false, f.position, f.conditions, f.actions,
      nextval(pg_get_serial_sequence('trigger_revisions', 'id')), $2, $2
    from category, jsonb_to_recordset($4::jsonb) as f (key text, title text, description text, active boolean, position integer, conditions jsonb, actions jsonb)
    order by f.position, f.title
    returning *)
  insert into trigger_revisions (account_id, id, trigger_id, author_id, created_at, snapshot)
  select $1, m.revision_id, m.id, -1, $2,
    jsonb_build_object('title', m.title, 'description', m.description, 'active', m.active, 'conditions', m.conditions, 'actions', m.actions)
  from made m order by m.revision_id`)

/** The triggers of a fresh instance, as they are inserted. */
export const freshTriggerRows = FRESH_TRIGGERS.map(({ all, any = [], active = true, ...rest }) => ({
  ...rest,
  active: active as boolean,
  conditions: { all, any },
}))

/** Inserts triggers of a fresh instance, each with its first revision, into the first category, which is made where there is none. */
export async function insertTriggers(
  tx: Db,
  accountId: number,
  now: Date,
  rows: readonly (typeof freshTriggerRows)[number][],
): Promise<void> {
  await tx.run(insert(accountId, now, FIRST_CATEGORY, toJson(rows)))
}
