/** A set of triggers as a support team has them, in their order: data for tests. A name behind `$` is the id of a record. */

interface Condition {
  readonly field: string
  readonly operator: string
  readonly value?: string
}
/** A trigger as it is sent, with conditions as `[field, operator, value]`. */
export interface TeamTrigger {
  readonly title: string
  readonly all: readonly Condition[]
  readonly any: readonly Condition[]
  readonly actions: readonly { readonly field: string; readonly value: string | readonly string[] }[]
}

type Short = readonly [field: string, operator: string, value?: string]
type Action = readonly [field: string, value: string | readonly string[]]

const long = ([field, operator, value]: Short): Condition => ({ field, operator, ...(value === undefined ? {} : { value }) })
const one = (title: string, all: readonly Short[], actions: readonly Action[], any: readonly Short[] = []): TeamTrigger => ({
  title,
  all: all.map(long),
  any: any.map(long),
  actions: actions.map(([field, value]) => ({ field, value })),
})

const CREATED: Short = ['update_type', 'is', 'Create']
const CHANGED: Short = ['update_type', 'is', 'Change']
const UNSOLVED: Short = ['status', 'less_than', 'solved']
const NO_GROUP: Short = ['group_id', 'is', '']
const NO_PRIORITY: Short = ['priority', 'is', '']
const BY_CUSTOMER: Short = ['role', 'is', 'end_user']
const BY_AGENT: Short = ['role', 'is', 'agent']
const SOLVED: Short = ['status', 'value', 'solved']
const WAS_SOLVED: Short = ['status', 'value_previous', 'solved']
const tagged = (tag: string): Short => ['current_tags', 'includes', tag]
const untagged = (tag: string): Short => ['current_tags', 'not_includes', tag]
const subject = (words: string): Short => ['subject_includes_word', 'includes', words]
const comment = (words: string): Short => ['comment_includes_word', 'includes', words]
const add = (tags: string): Action => ['current_tags', tags]
const ESCALATE: readonly Action[] = [add('escalated'), ['priority', 'urgent']]
const mail = (to: string, text: string): Action => ['notification_user', [to, text, '{{ticket.title}}: {{ticket.link}}']]
const mailGroup = (group: string, text: string): Action => ['notification_group', [group, text, '{{ticket.title}}: {{ticket.link}}']]

export const TEAM_TRIGGERS: readonly TeamTrigger[] = [
  one(
    'Automatic replies are kept quiet',
    [CREATED],
    [add('auto_reply'), ['status', 'solved']],
    [subject('automatic autoreply vacation'), ['subject_includes_word', 'is', 'out of office']],
  ),
  one(
    'Spam is closed',
    [CREATED, subject('casino lottery')],
    [
      ['set_tags', 'spam'],
      ['status', 'closed'],
    ],
  ),
  one('German', [CREATED, comment('bitte danke nicht')], [add('lang_de')]),
  one('French', [CREATED, comment('bonjour merci')], [add('lang_fr')]),
  one('VIP organization', [CREATED, ['organization_id', 'is', '$vip']], [add('vip')]),
  one('Billing', [CREATED, UNSOLVED, subject('invoice refund billing')], [['group_id', '$billing'], add('billing')]),
  one('Outage', [CREATED, UNSOLVED, subject('outage down')], [['group_id', '$operations'], ['type', 'incident'], add('outage')]),
  one('German desk', [CREATED, UNSOLVED, NO_GROUP, tagged('lang_de')], [['group_id', '$german']]),
  one('First line', [CREATED, UNSOLVED, NO_GROUP], [['group_id', '$first_line']]),
  one('Outages are urgent', [UNSOLVED, NO_PRIORITY, tagged('outage')], [['priority', 'urgent']]),
  one('VIPs are high', [UNSOLVED, NO_PRIORITY, tagged('vip')], [['priority', 'high']]),
  one('Others are normal', [CREATED, UNSOLVED, NO_PRIORITY], [['priority', 'normal']]),
  one('Gold service', [tagged('vip'), untagged('sla_gold')], [add('sla_gold')]),
  one('Complaint', [CHANGED, BY_CUSTOMER, untagged('escalated'), comment('lawyer complaint')], ESCALATE),
  one('A VIP asks again', [CHANGED, BY_CUSTOMER, WAS_SOLVED, tagged('vip'), untagged('escalated')], ESCALATE),
  one('Leads hear of escalations', [tagged('escalated'), ['priority', 'value', 'urgent']], [mailGroup('$leads', 'Escalated')]),
  one('Reopened', [CHANGED, UNSOLVED, WAS_SOLVED], [add('reopened'), ['remove_tags', 'csat_offered']]),
  one('Waiting', [['status', 'value', 'pending']], [add('waiting')]),
  one('Not waiting any more', [CHANGED, BY_CUSTOMER, tagged('waiting')], [['remove_tags', 'waiting']]),
  one(
    'Assignee is told',
    [
      ['assignee_id', 'changed'],
      ['assignee_id', 'is_not', ''],
    ],
    [mail('assignee_id', 'Yours')],
  ),
  one('Received', [CREATED, BY_CUSTOMER, untagged('auto_reply'), untagged('spam')], [mail('requester_and_ccs', 'Received')]),
  one('Answered', [CHANGED, BY_AGENT, ['comment_is_public', 'is', 'true']], [mail('requester_and_ccs', 'Answered')]),
  one('Rate us', [CHANGED, SOLVED, untagged('billing')], [['satisfaction_score', 'offered'], add('csat_offered')]),
  one('Report of an outage', [SOLVED, tagged('outage')], [['reply_internal', 'Write the report of {{ticket.title}}'], add('follow_up')]),
  one(
    'Operations are paged',
    [
      ['group_id', 'is', '$operations'],
      ['priority', 'value', 'urgent'],
    ],
    [mailGroup('$operations', 'Page')],
  ),
  one('Billing hears of it', [['group_id', 'value', '$billing']], [mailGroup('$billing', 'New in billing')]),
]
