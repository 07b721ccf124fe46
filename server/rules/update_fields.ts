/** Condition fields that only triggers have: on the update that runs them, on counts, and on the schedules at its time. */
import { sql } from 'kysely'
import { id, integer, list } from './argument.ts'
import type { CommentFacts, ScheduleFacts, TicketFacts } from './facts.ts'
import { makeComparisons, makeBooleanKind, operator, prose, reference, type Test, type TestKind } from './kinds.ts'
import { type Drawing, type FieldRow, type Momentary, type Need, relatedOf, row, updateOf } from './row.ts'

type Rest<V> = Partial<Pick<Momentary<V>, 'drawing' | 'uses' | 'hidden' | 'reads'>>

function onTicket<V>(title: string, kind: TestKind<V>, read: (ticket: TicketFacts) => V, reads: readonly (keyof TicketFacts)[]): FieldRow {
  return row({ title, kind, read, reads, uses: ['trigger'] })
}

function onContext<V>(title: string, need: Need, kind: TestKind<V>, read: Momentary<V>['read'], rest: Rest<V> = {}): FieldRow {
  return row({ title, kind, read, reads: [], needs: [need], uses: ['trigger'], ...rest })
}

const { is, less_than, greater_than, less_than_equal, greater_than_equal } = makeComparisons(integer, sql`bigint`)
const counts = { less_than, greater_than, is }

/** @source docs/reference/business_rules.md §3.2 */
const PRESENCES: Readonly<Record<string, (comment: CommentFacts | null) => boolean>> = {
  true: (comment) => comment?.public === true,
  false: (comment) => comment?.public === false,
  not_relevant: (comment) => comment !== null,
  requester_can_see_comment: (comment) => comment?.requester_can_see === true,
}
const commentIs = operator(list(Object.keys(PRESENCES)), (value): Test<CommentFacts | null> => ({
  test: (comment) => PRESENCES[value]?.(comment) === true,
}))

/** The reference says of these two only that there is a value for each case. */
const presence = (title: string, needs: readonly Need[], read: Momentary<boolean>['read'], reads: readonly (keyof TicketFacts)[]) =>
  row({ title, kind: makeBooleanKind('present', 'not_present'), read, reads, needs, uses: ['trigger'] })

const withinSchedule = operator(id(), (wanted): Test<ScheduleFacts> => ({ test: (schedules) => schedules.within.has(wanted) }))
const schedules: Drawing = { type: 'list', records: 'schedules' }
/** A trigger can change it, which makes those after it look again. */
const ofSchedule = { reads: ['schedule_id'] } as const

const SCHEDULE_FIELDS: Readonly<Record<string, FieldRow>> = {
  in_business_hours: onContext(
    'Within business hours?',
    'schedules',
    makeBooleanKind('true', 'false'),
    (_ticket, context) => relatedOf(context, 'schedules').in_business_hours,
    ofSchedule,
  ),
  on_holiday: onContext(
    'On a holiday?',
    'schedules',
    makeBooleanKind('true', 'false'),
    (_ticket, context) => relatedOf(context, 'schedules').on_holiday,
    ofSchedule,
  ),
  schedule_id: onContext('Schedule', 'schedules', reference(false), (_ticket, context) => relatedOf(context, 'schedules').schedule_id, {
    ...ofSchedule,
    drawing: schedules,
  }),
  within_schedule: onContext(
    'Within (schedule)',
    'schedules',
    { is: withinSchedule },
    (_ticket, context) => relatedOf(context, 'schedules'),
    {
      drawing: schedules,
    },
  ),
}

/** The fields; `channel` compares the ids of channels. @source docs/reference/business_rules.md §3 */
export function updateFields(channel: TestKind<number | null>, drawing: Drawing): Readonly<Record<string, FieldRow>> {
  return {
    current_via_id: onContext<number | null>('Update via', 'update', channel, (_ticket, context) => updateOf(context).via_id, {
      uses: ['trigger', 'sla'],
      drawing,
      hidden: ['includes', 'not_includes'],
    }),
    update_type: onContext(
      'Ticket',
      'update',
      makeBooleanKind('Create', 'Change'),
      (_ticket, context) => updateOf(context).before === null,
    ),
    subject_includes_word: onTicket('Subject text', prose, (ticket) => ticket.subject, ['subject']),
    comment_is_public: onContext('Comment', 'update', { is: commentIs }, (_ticket, context) => updateOf(context).comment, {
      drawing: {
        type: 'list',
        choices: [
          { value: 'true', title: 'Public' },
          { value: 'false', title: 'Private' },
          { value: 'not_relevant', title: 'Present (public or private)' },
          { value: 'requester_can_see_comment', title: 'Present, and requester can see the comment' },
        ],
      },
    }),
    comment_includes_word: onContext('Comment text', 'update', prose, (_ticket, context) => updateOf(context).comment?.text ?? null),
    number_of_incidents: onContext<number | null>(
      'Number of incidents',
      'incidents',
      { ...counts, less_than_equal, greater_than_equal },
      (_ticket, context) => relatedOf(context, 'incidents'),
    ),
    reopens: onTicket<number | null>('Reopens', counts, (ticket) => ticket.reopens, ['reopens']),
    replies: onTicket<number | null>('Agent replies', counts, (ticket) => ticket.replies, ['replies']),
    agent_stations: onTicket<number | null>('Assignee stations', counts, (ticket) => ticket.assignee_stations, ['assignee_stations']),
    group_stations: onTicket<number | null>('Group stations', counts, (ticket) => ticket.group_stations, ['group_stations']),
    ...SCHEDULE_FIELDS,
    ticket_due_date: onTicket('Due date', makeBooleanKind('true', 'false'), (ticket) => ticket.due_at !== null, ['due_at']),
    attachment: presence('Attachment', ['update'], (_ticket, context) => updateOf(context).comment?.has_attachments === true, []),
    cc: presence('CC', [], (ticket) => ticket.email_cc_ids.length > 0, ['email_cc_ids']),
  }
}
