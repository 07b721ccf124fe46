/**
 * The options of dropdowns and multi-selections: reading and checking a write. Consequences for records: rewrite.ts. Pure.
 * @source docs/reference/fields_and_forms.md §3
 */
import Type, { type Static } from 'typebox'
import { flag, text, whole } from '#http/answer_shape.ts'
import { urlOf } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import { Flag, Id, defineInput, Line, listOf, Whole, wrapInKey } from '#http/shape.ts'
import { BadRequest, type Problem } from '#core/errors.ts'
import { chooseWrittenText } from '#lib/raw_text.ts'

/** An option as stored. `value` is stored in records, and is their tag; the index in the list is its position. */
export interface FieldOption {
  readonly id: number
  readonly name: string
  readonly value: string
  readonly default: boolean
}

/** An option as it would be stored; a new one has no id yet. */
export type OptionDraft = Omit<FieldOption, 'id'> & { readonly id: number | null }

export const OptionInput = defineInput({ id: Id, name: Line, raw_name: Line, value: Line, default: Flag, position: Whole })
export type OptionInput = Static<typeof OptionInput>
export const OptionBody = wrapInKey('custom_field_option', OptionInput)
/** The number of options a field may have. @source docs/reference/fields_and_forms.md §3 */
const MAX_OPTIONS = 2000
export const OptionList = listOf(OptionInput, MAX_OPTIONS)

/** An option within its field. */
export const OptionOfField = Type.Object({ id: whole, name: text, raw_name: text, value: text })
/** An option by itself. */
export const SingleOption = Type.Object({ ...OptionOfField.properties, default: flag, position: whole, url: text })

const LONGEST = 255

/** The value (tag) of an option: lower case, no spaces. */
function optionValue(sent: string): string {
  return sent
    .trim()
    .toLowerCase()
    .replace(/[\s,]+/g, '_')
}

/** The options of a field by id and by value, so that lists of thousands are compared in linear time. */
interface KnownOptions {
  readonly byId: ReadonlyMap<number | null, OptionDraft>
  readonly byValue: ReadonlyMap<string, OptionDraft>
}

function knownOptions(before: readonly OptionDraft[]): KnownOptions {
  return { byId: new Map(before.map((option) => [option.id, option])), byValue: new Map(before.map((option) => [option.value, option])) }
}

function draftOption(known: KnownOptions, given: OptionInput): OptionDraft {
  const sent = typeof given.value === 'string' ? optionValue(given.value) : undefined
  const same = given.id != null ? known.byId.get(given.id) : sent === undefined ? undefined : known.byValue.get(sent)
  return {
    id: same?.id ?? null,
    name: chooseWrittenText(given.raw_name, given.name, same?.name ?? '').trim(),
    value: sent ?? same?.value ?? '',
    default: given.default ?? same?.default ?? false,
  }
}

/** The options a field would have: the list as sent, in its order. Existing options are matched by id, or by value if no id is sent. */
export function draftOptions(before: readonly OptionDraft[], given: readonly OptionInput[]): OptionDraft[] {
  const known = knownOptions(before)
  return given.map((one) => draftOption(known, one))
}

/** The options with one of them changed, or with a new one added at the position sent or at the end. */
export function putOption(before: readonly FieldOption[], given: OptionInput): { options: OptionDraft[]; draft: OptionDraft } {
  const draft = draftOption(knownOptions(before), given)
  const at = before.findIndex((option) => option.id === draft.id)
  const others: OptionDraft[] = before.filter((option) => option.id !== draft.id)
  const place = given.position ?? (at < 0 ? others.length : at)
  const single = draft.default ? others.map((option) => ({ ...option, default: false })) : others
  return { options: single.toSpliced(Math.max(0, place), 0, draft), draft }
}

/** What is wrong with the options of a field. */
export function checkOptions(options: readonly OptionDraft[]): Problem[] {
  const problem = (description: string, error: string): Problem => ({ description: `Field options: ${description}`, error })
  if (options.length === 0) return [problem('must contain at least one option', 'EmptyValue')]
  if (options.length > MAX_OPTIONS) return [problem(`cannot contain more than ${MAX_OPTIONS} options`, 'TooLong')]
  const found = new Map<string, Problem>()
  const seen = new Set<string>()
  for (const { name, value } of options) {
    if (name === '') found.set('name', problem('Name: cannot be blank', 'BlankValue'))
    if (value === '') found.set('value', problem('Value: cannot be blank', 'BlankValue'))
    if (name.length > LONGEST || value.length > LONGEST)
      found.set('length', problem(`an option is too long (maximum is ${LONGEST} characters)`, 'TooLong'))
    if (value !== '' && seen.has(value))
      found.set(value, problem(`${value} has already been used as a tag in another option`, 'DuplicateValue'))
    seen.add(value)
  }
  if (options.filter((option) => option.default).length > 1) found.set('default', problem('only one can be the default', 'InvalidValue'))
  return [...found.values()]
}

/** An option within its field on the wire. */
export function presentOption({ id, name, value }: FieldOption): AnswerOf<typeof OptionOfField> {
  return { id, name, raw_name: name, value }
}

/** A single option on the wire. `path` is the field's, without `/api/v2`. */
export function presentSingleOption(base_url: string, path: string, option: FieldOption, position: number): AnswerOf<typeof SingleOption> {
  return { ...presentOption(option), default: option.default, position, url: urlOf(base_url, `${path}/options/${option.id}`) }
}

/** A single option must have a name, and a new one a value. @throws BadRequest with the message of the public service */
export function requireOptionName(input: OptionInput): void {
  const makeMissingError = (name: string) => new BadRequest('ParameterMissing', `Parameter ${name} is required`)
  if (input.name == null && input.raw_name == null) throw makeMissingError('name')
  if (input.value == null && input.id == null) throw makeMissingError('value')
}
