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

const expandCondition = ([field, operator, value]: Short): Condition => ({ field, operator, ...(value === undefined ? {} : { value }) })
const makeTrigger = (title: string, all: readonly Short[], actions: readonly Action[], any: readonly Short[] = []): TeamTrigger => ({
  title,
  all: all.map(expandCondition),
  any: any.map(expandCondition),
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
const makeTagCondition = (tag: string): Short => ['current_tags', 'includes', tag]
const lacksTag = (tag: string): Short => ['current_tags', 'not_includes', tag]
const matchSubject = (words: string): Short => ['subject_includes_word', 'includes', words]
const matchComment = (words: string): Short => ['comment_includes_word', 'includes', words]
const add = (tags: string): Action => ['current_tags', tags]
const ESCALATE: readonly Action[] = [add('escalated'), ['priority', 'urgent']]
const mailUser = (to: string, text: string): Action => ['notification_user', [to, text, '{{ticket.title}}: {{ticket.link}}']]
const mailGroup = (group: string, text: string): Action => ['notification_group', [group, text, '{{ticket.title}}: {{ticket.link}}']]

export const TEAM_TRIGGERS: readonly TeamTrigger[] = [
  makeTrigger(
    'Automatic replies are kept quiet',
    [CREATED],
    [add('auto_reply'), ['status', 'solved']],
    [matchSubject('automatic autoreply vacation'), ['subject_includes_word', 'is', 'out of office']],
  ),
  makeTrigger(
    'Spam is closed',
    [CREATED, matchSubject('casino lottery')],
    [
      ['set_tags', 'spam'],
      ['status', 'closed'],
    ],
  ),
  makeTrigger('German', [CREATED, matchComment('bitte danke nicht')], [add('lang_de')]),
  makeTrigger('French', [CREATED, matchComment('bonjour merci')], [add('lang_fr')]),
  makeTrigger('VIP organization', [CREATED, ['organization_id', 'is', '$vip']], [add('vip')]),
  makeTrigger('Billing', [CREATED, UNSOLVED, matchSubject('invoice refund billing')], [['group_id', '$billing'], add('billing')]),
  makeTrigger(
    'Outage',
    [CREATED, UNSOLVED, matchSubject('outage down')],
    [['group_id', '$operations'], ['type', 'incident'], add('outage')],
  ),
  makeTrigger('German desk', [CREATED, UNSOLVED, NO_GROUP, makeTagCondition('lang_de')], [['group_id', '$german']]),
  makeTrigger('First line', [CREATED, UNSOLVED, NO_GROUP], [['group_id', '$first_line']]),
  makeTrigger('Outages are urgent', [UNSOLVED, NO_PRIORITY, makeTagCondition('outage')], [['priority', 'urgent']]),
  makeTrigger('VIPs are high', [UNSOLVED, NO_PRIORITY, makeTagCondition('vip')], [['priority', 'high']]),
  makeTrigger('Others are normal', [CREATED, UNSOLVED, NO_PRIORITY], [['priority', 'normal']]),
  makeTrigger('Gold service', [makeTagCondition('vip'), lacksTag('sla_gold')], [add('sla_gold')]),
  makeTrigger('Complaint', [CHANGED, BY_CUSTOMER, lacksTag('escalated'), matchComment('lawyer complaint')], ESCALATE),
  makeTrigger('A VIP asks again', [CHANGED, BY_CUSTOMER, WAS_SOLVED, makeTagCondition('vip'), lacksTag('escalated')], ESCALATE),
  makeTrigger(
    'Leads hear of escalations',
    [makeTagCondition('escalated'), ['priority', 'value', 'urgent']],
    [mailGroup('$leads', 'Escalated')],
  ),
  makeTrigger('Reopened', [CHANGED, UNSOLVED, WAS_SOLVED], [add('reopened'), ['remove_tags', 'csat_offered']]),
  makeTrigger('Waiting', [['status', 'value', 'pending']], [add('waiting')]),
  makeTrigger('Not waiting any more', [CHANGED, BY_CUSTOMER, makeTagCondition('waiting')], [['remove_tags', 'waiting']]),
  makeTrigger(
    'Assignee is told',
    [
      ['assignee_id', 'changed'],
      ['assignee_id', 'is_not', ''],
    ],
    [mailUser('assignee_id', 'Yours')],
  ),
  makeTrigger('Received', [CREATED, BY_CUSTOMER, lacksTag('auto_reply'), lacksTag('spam')], [mailUser('requester_and_ccs', 'Received')]),
  makeTrigger('Answered', [CHANGED, BY_AGENT, ['comment_is_public', 'is', 'true']], [mailUser('requester_and_ccs', 'Answered')]),
  makeTrigger('Rate us', [CHANGED, SOLVED, lacksTag('billing')], [['satisfaction_score', 'offered'], add('csat_offered')]),
  makeTrigger(
    'Report of an outage',
    [SOLVED, makeTagCondition('outage')],
    [['reply_internal', 'Write the report of {{ticket.title}}'], add('follow_up')],
  ),
  makeTrigger(
    'Operations are paged',
    [
      ['group_id', 'is', '$operations'],
      ['priority', 'value', 'urgent'],
    ],
    [mailGroup('$operations', 'Page')],
  ),
  makeTrigger('Billing hears of it', [['group_id', 'value', '$billing']], [mailGroup('$billing', 'New in billing')]),
]
