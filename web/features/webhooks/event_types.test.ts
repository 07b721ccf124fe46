import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVENT_TYPES } from '../../../server/modules/common/webhook_events/event_types.ts'
import { EVENT_GROUPS, eventTitle } from './event_types.ts'

const offered = EVENT_GROUPS.flatMap(({ choices }) => choices)

test('every type of event of the server is offered once', () => {
  assert.deepEqual(offered.map(({ value }) => value).toSorted(), [...EVENT_TYPES].toSorted())
})

test('labels of one domain differ, and titles name the domain', () => {
  for (const { title, choices } of EVENT_GROUPS) assert.equal(new Set(choices.map(({ label }) => label)).size, choices.length, title)
  assert.equal(eventTitle('zen:event-type:ticket.comment_added'), 'Ticket: Comment added')
  assert.equal(eventTitle('zen:event-type:ticket.undeleted'), 'Ticket: Restored')
  assert.equal(eventTitle('zen:event-type:robot.built'), 'zen:event-type:robot.built')
})
