/**
 * The actions of macros: those of triggers and automations that change the ticket, and those that write its subject and a comment. Actions
 * that only a person can mean, such as `current_groups`, are replaced by ids before.
 * @source docs/reference/business_rules.md §4
 */
import { type Action, applyActions, checkActions, compileActions } from './actions.ts'
import { type Argument, asText, id, list, longText, allowEmpty } from './argument.ts'
import { type ActionRow, type BoundAction, causes, type Outcome, sets } from './bound_action.ts'
import type { Fields, RuleContext, TicketFacts } from './facts.ts'

/** Actions of the common table that macros may have, besides custom fields. */
const COMMON = new Set([
  'custom_status_id',
  'type',
  'priority',
  'assignee_id',
  'brand_id',
  'ticket_form_id',
  'set_tags',
  'current_tags',
  'remove_tags',
  'follower',
  'cc',
])
const CUSTOM_FIELD = /^custom_fields_\d+$/
const CHANNELS = ['channel:all', 'channel:web'] as const
const MAX_BYTES = 65_536

/** A text, or a text for one channel: `["channel:web", text]`. */
const channelText: Argument<readonly [channel: string, text: string]> = {
  type: 'text',
  expects: `must be a text, or [channel, text] with the channel ${CHANNELS.join(' or ')}`,
  values: CHANNELS,
  read: (value) => {
    const given: readonly unknown[] = Array.isArray(value) ? value : ['channel:all', value]
    const channel = CHANNELS.find((known) => known === given[0])
    const text = longText.read(given[1])
    return given.length !== 2 || channel === undefined || text === undefined ? undefined : [channel, text]
  },
}

const isText = (value: unknown) => asText(value) !== undefined
const sideConversation: Argument<true> = {
  type: 'text',
  expects: 'must be a list of texts, such as [subject, message]',
  values: [],
  read: (value) => (Array.isArray(value) && value.length > 0 && value.every(isText) ? true : undefined),
}

/** An action that neither changes the ticket nor has an effect: what it means is read by {@link commentOf}, or it is kept as data. */
const makeKeptAction = <A>(title: string, argument: Argument<A>): ActionRow => causes(title, argument, () => null)

const OWN: ReadonlyMap<string, ActionRow> = new Map(
  Object.entries({
    subject: sets('Set subject', longText, (subject) => ({ subject })),
    // no macro closes a ticket
    status: sets('Status', list(['open', 'pending', 'hold', 'solved']), (status) => ({ status })),
    group_id: sets('Group', allowEmpty(id(['current_groups'])), (group_id) => (group_id === 'current_groups' ? {} : { group_id })),
    comment_value: makeKeptAction('Comment/description', channelText),
    comment_value_html: makeKeptAction('Comment/description', longText),
    comment_mode_is_public: makeKeptAction('Comment mode', list(['true', 'false'])),
    side_conversation: makeKeptAction('Side conversation', sideConversation),
    side_conversation_slack: makeKeptAction('Side conversation in Slack', sideConversation),
    side_conversation_ticket: makeKeptAction('Side conversation as a ticket', sideConversation),
  }),
)

function problemsOf(action: Action, fields: Fields): readonly string[] {
  const own = OWN.get(action.field)
  if (own !== undefined)
    return own.bind(action.value) === undefined ? [`Invalid action ${action.field}: value ${own.argument.expects}.`] : []
  const isCommon = COMMON.has(action.field) || CUSTOM_FIELD.test(action.field)
  const problems = checkActions([action], 'automation', fields)
  return isCommon || problems[0]?.includes('there is no action') === true
    ? problems
    : [`Invalid action ${action.field}: it cannot be used in this kind of rule.`]
}

/** What is wrong with the actions of a macro that is about to be saved, in sentences; [] when nothing is. @source docs/reference/business_rules.md §2.2, §4 */
export function checkMacroActions(actions: readonly Action[], fields: Fields): readonly string[] {
  if (actions.length === 0) return ['Invalid actions. You must select at least one action.']
  if (Buffer.byteLength(JSON.stringify(actions)) > MAX_BYTES) return ['Invalid macro. Its actions are longer than 64 KB.']
  return actions.flatMap((action) => problemsOf(action, fields))
}

/** The ids that words of an action stand for, for the person who applies a macro. */
export interface MacroWords {
  readonly current_groups: number | null
}

/** The action with an id in place of its word; undefined if the word stands for nothing. */
function withIds(action: Action, words: MacroWords): Action | undefined {
  const { field, value } = action
  if (field !== 'group_id' || value !== 'current_groups') return action
  return words.current_groups === null ? undefined : { field, value: words.current_groups }
}

/** The action, ready to be applied; undefined if it is invalid by now, for example because its custom field has been deleted. */
function bindAction(action: Action, fields: Fields): BoundAction | undefined {
  const own = OWN.get(action.field)
  if (own !== undefined) return own.bind(action.value)
  return checkActions([action], 'automation', fields).length > 0 ? undefined : compileActions([action], fields)[0]
}

/** What applying a macro comes to: the outcome, and the actions that had a part in it. */
export interface MacroOutcome extends Outcome {
  readonly applied: readonly Action[]
}

/** Applies the actions of a macro in order. Those that have become invalid are skipped. @source docs/reference/business_rules.md §5.4 */
export function applyMacroActions(
  actions: readonly Action[],
  fields: Fields,
  ticket: TicketFacts,
  context: RuleContext & { readonly words: MacroWords },
): MacroOutcome {
  const ready = actions.flatMap((action) => {
    const named = withIds(action, context.words)
    const run = named === undefined ? undefined : bindAction(named, fields)
    return run === undefined ? [] : [{ action, run }]
  })
  const outcome = applyActions(
    ready.map(({ run }) => run),
    ticket,
    context,
  )
  return { ...outcome, applied: ready.map(({ action }) => action) }
}

/** The comment that a macro writes. Each text is undefined if it writes none; `texts` by channel, in their order. */
export interface MacroComment {
  readonly texts: readonly (readonly [channel: string, text: string])[]
  readonly html: string | undefined
  readonly public: boolean | undefined
}

/** Reads the comment from the actions of a macro. @source docs/reference/business_rules.md §4 */
export function commentOf(actions: readonly Action[]): MacroComment {
  const findLastValue = (field: string) => actions.findLast((action) => action.field === field)?.value
  const texts = actions.flatMap(({ field, value }) => {
    const read = field === 'comment_value' ? channelText.read(value) : undefined
    return read === undefined ? [] : [read]
  })
  const mode = asText(findLastValue('comment_mode_is_public'))
  return {
    texts,
    html: longText.read(findLastValue('comment_value_html')),
    public: mode === '' || mode === undefined ? undefined : mode === 'true',
  }
}
