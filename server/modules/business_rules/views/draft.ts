/** A view after a request. Pure. */
import type { Restriction } from '../rules/restriction.ts'
import { conditionsOf, titleAfter } from '../rules/members.ts'
import { type Output, outputOf, PLAIN_OUTPUT } from './output.ts'
import type { ViewField } from './columns.ts'
import type { ViewInput } from './schema.ts'
import type { ViewDraft } from './store.ts'
import { writeOutTitle } from './titles.ts'

/** What a draft needs besides the request: the custom fields of the account, and the restriction if the request changes it. */
interface Known {
  readonly fields: ReadonlyMap<number, ViewField>
  readonly restriction: Restriction | undefined
}

/** A title that ships with an instance is replaced by one that a client sends beside it, unlike dynamic content. */
function replaceShippedTitle({ title }: ViewDraft, input: ViewInput): ViewInput {
  const shown = writeOutTitle(title)
  const isNamed = shown !== title && input.raw_title === title
  return isNamed && typeof input.title === 'string' && input.title !== shown ? { ...input, raw_title: null } : input
}

/** The view as it would be saved. Absent members stay; conditions in the request replace all stored ones. */
export function draftOf(before: ViewDraft, input: ViewInput, { fields, restriction }: Known): ViewDraft {
  return {
    title: titleAfter(before.title, replaceShippedTitle(before, input)),
    description: input.description === undefined ? before.description : input.description,
    active: input.active ?? before.active,
    position: input.position ?? before.position,
    conditions: conditionsOf(input) ?? before.conditions,
    output: outputOf(before.output, input.output, fields),
    group_ids: restriction === undefined ? before.group_ids : restriction.group_ids,
    owner_id: restriction === undefined ? before.owner_id : restriction.owner_id,
  }
}

/** The defaults of a new view. */
export function blankDraft(position: number): ViewDraft {
  const output: Output = PLAIN_OUTPUT
  const everyone = { group_ids: null, owner_id: null }
  return { title: '', description: null, active: true, position, conditions: { all: [], any: [] }, output, ...everyone }
}
