// What a macro would change of a ticket, as lines: removed, added. Pure.
// Does not belong here: its comment, which is shown as it is.

import type { Application, Ticket } from '../queries/macros.ts'
import type { ActionDefinition, RuleValue } from '../queries/rule_records.ts'
import { keysOf } from '#lib/objects.ts'
import { capitalize } from '#kit/words.ts'
import { titleOf } from '../rules/definitions.ts'
import type { ChangedPart, ChangeLine } from '../rules/revision_changes.ts'
import { valueWords } from '../rules/words.ts'

/** The members of a ticket with one value that macros change, by the titles of the page; each is named as the action that sets it. */
const SINGLE = {
  subject: 'Subject',
  status: 'Status',
  custom_status_id: 'Custom status',
  type: 'Type',
  priority: 'Priority',
  group_id: 'Group',
  assignee_id: 'Assignee',
  brand_id: 'Brand',
  ticket_form_id: 'Form',
} as const satisfies Partial<Record<keyof Ticket, string>>

/** The members with several values. */
const SEVERAL = { tags: 'Tags', follower_ids: 'Followers', email_cc_ids: 'CCs' } as const satisfies Partial<Record<keyof Ticket, string>>

/** The members whose values the API writes in small letters; the definitions lack those that no macro sets, such as new. */
const WORDS: readonly string[] = ['status', 'type', 'priority']
const PEOPLE: readonly string[] = ['assignee_id', 'follower_ids', 'email_cc_ids']

type Value = RuleValue | undefined

const isEmpty = (value: Value) => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
const makeLines = (sign: ChangeLine['sign'], value: Value, said: (value: Value) => string): ChangeLine[] =>
  isEmpty(value) ? [] : [{ sign, text: said(value) }]
const linesOf = (before: Value, after: Value, said: (value: Value) => string): ChangeLine[] =>
  JSON.stringify(before ?? null) === JSON.stringify(after ?? null) ? [] : [...makeLines('-', before, said), ...makeLines('+', after, said)]

/** The parts of a ticket that differ after a macro. Values are said as the definitions of macros name them, people by their names. */
export function changesBy({ before, after, people }: Application, definitions: readonly ActionDefinition[]): ChangedPart[] {
  const bySubject = new Map(definitions.map((definition) => [definition.subject, definition]))
  const wordsOf = (subject: string) => (value: Value) => {
    const said = (PEOPLE.includes(subject) ? people.get(Number(value)) : undefined) ?? valueWords(value, bySubject.get(subject))
    return WORDS.includes(subject) ? capitalize(said) : said
  }
  const single = keysOf(SINGLE).map((member) => ({
    title: SINGLE[member],
    lines: linesOf(before[member], after[member], wordsOf(member)),
  }))
  const several = keysOf(SEVERAL).map((member) => {
    const was: readonly Value[] = before[member]
    const is: readonly Value[] = after[member]
    const gone = was.filter((one) => !is.includes(one))
    const added = is.filter((one) => !was.includes(one))
    const words = wordsOf(member)
    return {
      title: SEVERAL[member],
      lines: [...gone.flatMap((one) => makeLines('-', one, words)), ...added.flatMap((one) => makeLines('+', one, words))],
    }
  })
  const custom = before.custom_fields.map(({ id, value }) => {
    const definition = bySubject.get(`custom_fields_${id}`)
    const title = definition === undefined ? `Field ${id}` : titleOf(definition)
    return { title, lines: linesOf(value, after.fields[id], wordsOf(`custom_fields_${id}`)) }
  })
  return withoutRepeats([...single, ...several, ...custom]).filter(({ lines }) => lines.length > 0)
}

/** A custom status that is called as the status itself says nothing more. */
function withoutRepeats(parts: readonly ChangedPart[]): ChangedPart[] {
  const status = JSON.stringify(parts.find(({ title }) => title === SINGLE.status)?.lines)
  return parts.filter(({ title, lines }) => title !== SINGLE.custom_status_id || JSON.stringify(lines) !== status)
}
