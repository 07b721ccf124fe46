import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AutomationDryRun, TriedUpdate, TriggerDryRun } from '../queries/dry_runs.ts'
import { automationSummary, automationWords, differenceWords, triggerSummary } from './dry_run_words.ts'
import { memberWords } from './member_words.ts'

const words = memberWords({ definitions: undefined })
const same = { changes: [], fires_too: [], fires_no_more: [], effects_too: [], effects_no_more: [] }
const makeUpdate = (members: Partial<TriedUpdate>) => ({ fires: true, differs: true, difference: same, ...members }) as TriedUpdate

test('the summary says how many updates were looked at, fired on and would differ', () => {
  const run = { days: 7, examined: 1200, matched: 3, differing: 1 } as TriggerDryRun
  assert.equal(triggerSummary(run), '1,200 updates of the last 7 days were looked at. The trigger fires on 3. 1 would end differently.')
  assert.match(triggerSummary({ ...run, days: 1, examined: 0 }), /^No ticket was created or updated in the last day/)
  const automation = { matched: 2, saved: null, is_capped: false } as AutomationDryRun
  assert.equal(automationSummary(automation), '2 tickets meet the conditions now.')
  assert.equal(
    automationSummary({ ...automation, is_capped: true, saved: { matched: 5, too: 1, no_more: 4 } }),
    'At least 2 tickets meet the conditions now. As it is saved, it is 5: 1 would be new, 4 would be left out.',
  )
})

test('the difference names changes, effects and other triggers, and leaves out the draft itself', () => {
  const difference = {
    ...same,
    changes: [{ field: 'priority', before: 'low', after: 'high' }],
    fires_too: [
      { id: 0, title: 'Draft' },
      { id: 5, title: 'Mail them' },
    ],
    fires_no_more: [{ id: 6, title: 'Calm down' }],
    effects_too: [{ trigger_id: 5, effect: 'mail_user' }],
    effects_no_more: [{ trigger_id: 0, effect: 'mail_group' }],
  }
  assert.deepEqual(differenceWords(makeUpdate({ difference }), 0, words), [
    'Priority: from low to high',
    'In addition: a mail by trigger 5',
    'No longer: a mail to a group',
    '“Mail them” fires, too',
    '“Calm down” does not fire',
  ])
  assert.deepEqual(differenceWords(makeUpdate({ differs: false }), 0, words), ['It fires, and nothing is different.'])
})

test('what an automation would do to a ticket that is so already is nothing', () => {
  const ticket = { ticket_id: 1, subject: null, changes: [], effects: [] }
  assert.match(automationWords(ticket, words).join(), /^Nothing: /)
  assert.deepEqual(automationWords({ ...ticket, effects: ['call_webhook'] }, words), ['In addition: a call of a webhook'])
})
