/** The filters of templates. Each call counts, and so does what a filter is given and makes. */
import { type Context, defaultOperators, type FilterImplOptions, filters } from 'liquidjs'
import { ensureDefined } from '#lib/defined.ts'
import { splitText } from '#lib/places.ts'
import { textOfAnyHtml } from '#markup/text_of_html.ts'
import { budgetOf } from './budget.ts'
import { textOf } from './value.ts'

type Filter = Extract<FilterImplOptions, (...given: never[]) => unknown>
/** What a filter is called as. */
type FilterCall = ThisParameterType<Filter>

/** Filters of the library whose work grows with their input and no faster. Others are ignored. */
const LIBRARY_FILTERS = [
  'abs',
  'append',
  'at_least',
  'at_most',
  'capitalize',
  'ceil',
  'compact',
  'concat',
  'date',
  'default',
  'divided_by',
  'downcase',
  'escape',
  'escape_once',
  'first',
  'floor',
  'join',
  'last',
  'map',
  'minus',
  'modulo',
  'newline_to_br',
  'plus',
  'prepend',
  'reverse',
  'round',
  'size',
  'slice',
  'sort',
  'strip_newlines',
  'times',
  'truncate',
  'truncatewords',
  'uniq',
  'upcase',
  'url_encode',
] as const

/** A text with what is sought in it replaced. Its length is counted before it is made. */
function replaceEvery(call: FilterCall, value: unknown, sought: unknown, by: unknown): string {
  const parts = splitText(textOf(value), textOf(sought))
  const inserted = textOf(by)
  budgetOf(call.context).filter(parts.reduce((length, part) => length + part.length + inserted.length, 0))
  return parts.join(inserted)
}

function replaceFirst(value: unknown, sought: unknown, by: unknown): string {
  const [first = '', ...others] = splitText(textOf(value), textOf(sought))
  return others.length === 0 ? first : first + textOf(by) + others.join(textOf(sought))
}

function split(value: unknown, sought: unknown): string[] {
  const parts = splitText(textOf(value), textOf(sought))
  return parts.slice(0, parts.findLastIndex((part) => part !== '') + 1)
}

/** In place of those of the library, whose patterns and searches take quadratic time. */
const OWN_FILTERS: Readonly<Record<string, Filter>> = {
  split,
  remove(value: unknown, sought: unknown) {
    return replaceEvery(this, value, sought, '')
  },
  replace(value: unknown, sought: unknown, by: unknown) {
    return replaceEvery(this, value, sought, by)
  },
  remove_first: (value: unknown, sought: unknown) => replaceFirst(value, sought, ''),
  replace_first: (value: unknown, sought: unknown, by: unknown) => replaceFirst(value, sought, by),
  strip: (value: unknown) => textOf(value).trim(),
  lstrip: (value: unknown) => textOf(value).trimStart(),
  rstrip: (value: unknown) => textOf(value).trimEnd(),
  strip_html: (value: unknown) => textOfAnyHtml(textOf(value)),
}

/** How much of a value filters go through: its characters, or its items with theirs. */
function sizeOf(value: unknown): number {
  if (!Array.isArray(value)) return textOf(value).length + 1
  return value.reduce((size: number, item: unknown) => size + textOf(item).length + 1, 1)
}

/** A filter that counts. Also the same call again counts, as one part may have thousands of filters. */
function withBudget(filter: Filter): Filter {
  return function (this: FilterCall, value: unknown, ...given: unknown[]) {
    const budget = budgetOf(this.context)
    budget.node()
    for (const one of [value, ...given]) budget.filter(sizeOf(one))
    const made: unknown = filter.call(this, value, ...given)
    budget.filter(sizeOf(made))
    return made
  }
}

/** Whether a value is in a list, as the library finds it. */
const isInList = ensureDefined(defaultOperators['contains'])

/** The operators of conditions; a text is searched in linear time. */
export const OPERATORS: typeof defaultOperators = {
  ...defaultOperators,
  contains(whole: unknown, part: unknown, ctx: Context) {
    if (typeof whole === 'string' && typeof part === 'string') return part === '' || splitText(whole, part).length > 1
    return isInList(whole, part, ctx)
  },
}

/** A filter of the library as a function. */
function libraryFilter(name: string): Filter {
  const filter = ensureDefined(filters[name])
  return typeof filter === 'function' ? filter : filter.handler
}

/** All filters that templates may name. */
export const FILTERS: Readonly<Record<string, Filter>> = Object.fromEntries(
  [...LIBRARY_FILTERS.map((name) => [name, libraryFilter(name)] as const), ...Object.entries(OWN_FILTERS)].map(([name, filter]) => [
    name,
    withBudget(filter),
  ]),
)
