// What came of a dry run, in sentences. Pure.

import type { AutomationDryRun, TriedUpdate, TriggerDryRun } from '../queries/dry_runs.ts'
import { effectWords } from './effect_words.ts'
import { changeWords, type MemberWords } from './member_words.ts'
import { formatCount, formatNumber } from '#kit/numbers.ts'

/** How many updates a trigger was tried on, and what came of it. */
export function triggerSummary({ days, examined, matched, differing }: TriggerDryRun): string {
  const period = days === 1 ? 'last day' : `last ${formatCount(days, 'day')}`
  if (examined === 0) return `No ticket was created or updated in the ${period} while triggers ran.`
  const looked = `${formatCount(examined, 'update', 'updates')} of the ${period} ${examined === 1 ? 'was' : 'were'} looked at.`
  return `${looked} The trigger fires on ${formatNumber(matched)}. ${formatNumber(differing)} would end differently.`
}

/** How many tickets an automation would change now. */
export function automationSummary({ matched, saved, is_capped }: AutomationDryRun): string {
  const most = is_capped ? 'At least ' : ''
  const now = `${most}${formatCount(matched, 'ticket meets', 'tickets meet')} the conditions now.`
  if (saved === null) return now
  const { matched: before, too, no_more } = saved
  return `${now} As it is saved, it is ${formatNumber(before)}: ${formatNumber(too)} would be new, ${formatNumber(no_more)} would be left out.`
}

/** What the triggers of an update would do differently from then, a sentence each. `draft`: the id of the trigger that is tried; 0 for a new one. */
export function differenceWords({ fires, differs, difference }: TriedUpdate, draft: number, words: MemberWords): string[] {
  if (!differs) return fires ? ['It fires, and nothing is different.'] : []
  const { changes, fires_too, fires_no_more, effects_too, effects_no_more } = difference
  const excludeDraft = (list: TriedUpdate['difference']['fires_too']) => list.filter(({ id }) => id !== draft)
  const nameTrigger = (trigger: number) => (trigger === draft ? '' : ` by trigger ${trigger}`)
  return [
    ...changes.map((change) => changeWords(words, change)),
    ...effects_too.map(({ effect, trigger_id }) => `In addition: ${effectWords(effect)}${nameTrigger(trigger_id)}`),
    ...effects_no_more.map(({ effect, trigger_id }) => `No longer: ${effectWords(effect)}${nameTrigger(trigger_id)}`),
    ...excludeDraft(fires_too).map(({ title }) => `“${title}” fires, too`),
    ...excludeDraft(fires_no_more).map(({ title }) => `“${title}” does not fire`),
  ]
}

/** What an automation would do to a ticket. */
export function automationWords({ changes, effects }: AutomationDryRun['samples'][number], words: MemberWords): string[] {
  const said = [...changes.map((change) => changeWords(words, change)), ...effects.map((effect) => `In addition: ${effectWords(effect)}`)]
  return said.length === 0 ? ['Nothing: the ticket is already as the actions would make it.'] : said
}
