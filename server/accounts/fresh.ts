/**
 * The records of a fresh instance: data only, in our own words. The database assigns the ids, so records refer to each other by key.
 * @source docs/reference/business_rules.md §8; docs/reference/fields_and_forms.md §1; docs/reference/tickets.md §3.4
 */

/** The built-in statuses, one default for each category. */
export const FRESH_STATUSES = [
  { key: 'new', agent_label: 'New', end_user_label: 'Open', description: 'Nobody has looked at the ticket yet' },
  { key: 'open', agent_label: 'Open', end_user_label: 'Open', description: 'Staff is working on the ticket' },
  { key: 'pending', agent_label: 'Pending', end_user_label: 'Awaiting your reply', description: 'Staff is waiting for the requester' },
  { key: 'hold', agent_label: 'On-hold', end_user_label: 'Open', description: 'Staff is waiting for a third party' },
  { key: 'solved', agent_label: 'Solved', end_user_label: 'Solved', description: 'The ticket has been solved' },
] as const

interface FreshField {
  readonly key: string
  readonly type: string
  readonly title: string
  readonly required?: boolean
  readonly portal?: readonly [visible: boolean, editable: boolean, required: boolean]
  readonly sub_type_id?: number
  readonly options?: readonly { readonly name: string; readonly value: string }[]
}

const choices = (...values: readonly (readonly [name: string, value: string])[]) => values.map(([name, value]) => ({ name, value }))

/** The system ticket fields, in their order. */
export const FRESH_FIELDS: readonly FreshField[] = [
  { key: 'subject', type: 'subject', title: 'Subject', portal: [true, true, true] },
  { key: 'description', type: 'description', title: 'Description', portal: [true, true, true] },
  {
    key: 'status',
    type: 'status',
    title: 'Status',
    sub_type_id: 1,
    options: choices(['Open', 'open'], ['Pending', 'pending'], ['On-hold', 'hold'], ['Solved', 'solved']),
  },
  {
    key: 'type',
    type: 'tickettype',
    title: 'Type',
    options: choices(['Question', 'question'], ['Incident', 'incident'], ['Problem', 'problem'], ['Task', 'task']),
  },
  {
    key: 'priority',
    type: 'priority',
    title: 'Priority',
    portal: [true, false, false],
    sub_type_id: 0,
    options: choices(['Low', 'low'], ['Normal', 'normal'], ['High', 'high'], ['Urgent', 'urgent']),
  },
  { key: 'group', type: 'group', title: 'Group' },
  { key: 'assignee', type: 'assignee', title: 'Assignee', required: true, portal: [true, false, false] },
  { key: 'custom_status', type: 'custom_status', title: 'Ticket status' },
]

interface FreshAutomation {
  readonly key: string
  readonly title: string
  readonly active: boolean
  readonly default: boolean
  readonly position: number
  readonly conditions: { readonly all: readonly unknown[]; readonly any: readonly unknown[] }
  readonly actions: readonly unknown[]
}

const pendingReminder = (hours: number, when: string): FreshAutomation => ({
  key: `pending_notification_${hours}_hours`,
  title: `Pending notification ${when}`,
  active: false,
  default: false,
  position: hours === 24 ? 9998 : 9999,
  conditions: {
    all: [
      { field: 'PENDING', operator: 'is', value: String(hours) },
      { field: 'ticket_is_public', operator: 'is', value: 'public' },
    ],
    any: [],
  },
  actions: [
    {
      field: 'notification_user',
      value: [
        'requester_and_ccs',
        'We are waiting for you: {{ticket.title}}',
        'Your request ({{ticket.id}}) waits for an answer from you. Reply to this mail to add it.\n\n{{ticket.comments_formatted}}',
      ],
    },
  ],
})

/** The automations that ship with an instance. */
export const FRESH_AUTOMATIONS: readonly FreshAutomation[] = [
  {
    key: 'close_solved_after_4_days',
    title: 'Close ticket 4 days after status is set to solved',
    active: true,
    default: true,
    position: 0,
    conditions: {
      all: [
        { field: 'status', operator: 'is', value: 'solved' },
        { field: 'SOLVED', operator: 'greater_than', value: '96' },
      ],
      any: [],
    },
    actions: [{ field: 'status', value: 'closed' }],
  },
  pendingReminder(24, '24 hours'),
  pendingReminder(120, '5 days'),
]

interface FreshMacro {
  readonly key: string
  readonly title: string
  readonly description: string
  readonly actions: readonly { readonly field: string; readonly value: string }[]
}

const asPublic = { field: 'comment_mode_is_public', value: 'true' }

/** The macros that ship with an instance, all at position 9999. */
export const FRESH_MACROS: readonly FreshMacro[] = [
  {
    key: 'ask_for_more_information',
    title: 'Answer::Ask for more information',
    description: 'Asks the requester for what is missing and waits for them',
    actions: [
      { field: 'status', value: 'pending' },
      {
        field: 'comment_value',
        value:
          'Hello {{ticket.requester.first_name}},\n\nThank you for writing. To help you we need to know a little more: what did you do, what did you expect, and what happened instead?',
      },
      asPublic,
    ],
  },
  {
    key: 'tell_the_requester_that_it_is_solved',
    title: 'Answer::Tell the requester that it is solved',
    description: 'Solves the ticket with a short answer',
    actions: [
      { field: 'status', value: 'solved' },
      {
        field: 'comment_value',
        value:
          'Hello {{ticket.requester.first_name}},\n\nYour request is solved. If anything is still open, reply to this message and we go on.',
      },
      asPublic,
    ],
  },
  {
    key: 'take_it',
    title: 'Take it',
    description: 'Assigns the ticket to the agent who uses the macro',
    actions: [
      { field: 'assignee_id', value: 'current_user' },
      { field: 'status', value: 'open' },
    ],
  },
  {
    key: 'raise_the_priority',
    title: 'Raise the priority',
    description: 'Makes the ticket urgent and leaves a note',
    actions: [
      { field: 'priority', value: 'urgent' },
      { field: 'comment_value', value: 'The priority was raised by {{current_user.name}}.' },
      { field: 'comment_mode_is_public', value: 'false' },
    ],
  },
]
