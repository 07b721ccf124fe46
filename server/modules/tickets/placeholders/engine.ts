// PLACEHOLDERS: texts with Liquid markup, such as `{{ticket.requester.name}}`, rendered with the values of a ticket.
// Not here: who writes such texts and who reads them: triggers, macros, webhooks, mails.
import {
  AssignTag,
  BreakTag,
  CaptureTag,
  CaseTag,
  CommentTag,
  Context,
  ContinueTag,
  type Emitter,
  ForTag,
  filters,
  IfTag,
  Liquid,
  RawTag,
  type Template,
  toValueSync,
  UnlessTag,
} from 'liquidjs'
import { type NamePath, namesOf } from './names.ts'
import { Described, escaped, escapedForXml, Html, type Mode, textOf } from './value.ts'
import { memberOf } from '../../../lib/error_words.ts'
import { defined } from '../../../lib/defined.ts'

/** Templates come from agents, values from anyone; both are finite. Longer ones, and those that come to more, are not rendered. */
export const LIMITS = { template: 65_536, output: 262_144, nodes: 20_000, memory: 1_000_000, milliseconds: 500 } as const

/** No other tag exists: none reads files or other templates. */
const TAGS = {
  assign: AssignTag,
  break: BreakTag,
  capture: CaptureTag,
  case: CaseTag,
  comment: CommentTag,
  continue: ContinueTag,
  for: ForTag,
  if: IfTag,
  raw: RawTag,
  unless: UnlessTag,
}

/** Filters whose work grows with their input and no faster. Others are ignored. */
const FILTERS = [
  ...(['abs', 'append', 'at_least', 'at_most', 'capitalize', 'ceil', 'compact', 'concat', 'date', 'default', 'divided_by'] as const),
  ...(['downcase', 'escape', 'escape_once', 'first', 'floor', 'join', 'last', 'map', 'minus', 'modulo', 'newline_to_br', 'plus'] as const),
  ...(['prepend', 'remove', 'remove_first', 'replace', 'replace_first', 'reverse', 'round', 'size', 'slice', 'sort', 'split'] as const),
  ...(['strip_newlines', 'times', 'truncate', 'truncatewords', 'uniq', 'upcase', 'url_encode'] as const),
]

/** Removes what stands between `<` and `>`, in one pass. */
function withoutTags(value: unknown): string {
  const text = textOf(value)
  let kept = ''
  for (let at = 0; at < text.length;) {
    const from = text.indexOf('<', at)
    const to = from === -1 ? -1 : text.indexOf('>', from)
    if (to === -1) return kept + text.slice(at)
    kept += text.slice(at, from)
    at = to + 1
  }
  return kept
}

/** In place of those of the library, whose patterns take quadratic time. */
const OWN_FILTERS = {
  strip: (value: unknown) => textOf(value).trim(),
  lstrip: (value: unknown) => textOf(value).trimStart(),
  rstrip: (value: unknown) => textOf(value).trimEnd(),
  strip_html: withoutTags,
}

class LimitReached extends Error {}

/** What one rendering may still do. */
class Budget {
  private nodes: number = LIMITS.nodes
  private output: number = LIMITS.output

  /** @throws LimitReached */
  node(): void {
    this.nodes -= 1
    if (this.nodes < 0) throw new LimitReached('too many parts')
  }

  /** @throws LimitReached */
  write(length: number): void {
    this.output -= length
    if (this.output < 0) throw new LimitReached('too long')
  }
}

/** Collects the output of a rendering, also of `capture`. */
class BoundedEmitter implements Emitter {
  buffer = ''
  private readonly budget: Budget

  constructor(budget: Budget) {
    this.budget = budget
  }

  write(text: unknown): void {
    const written = textOf(text)
    this.budget.write(written.length)
    this.buffer += written
  }
}

const BUDGET = 'budget'

/** Renders templates within the budget of their context. In place of the library's function, which knows no limit of nodes or output. */
function* renderBounded(templates: Template[], ctx: Context, given?: Emitter): Generator<unknown, unknown, unknown> {
  const budget: unknown = ctx.getRegister(BUDGET)
  if (!(budget instanceof Budget)) throw new Error('A template is rendered without its budget')
  const emitter = given ?? new BoundedEmitter(budget)
  for (const template of templates) {
    budget.node()
    ctx.renderLimit.check(performance.now())
    const text = yield template.render(ctx, emitter)
    if (text) emitter.write(text)
    // oxlint-disable-next-line typescript/no-unnecessary-condition
    if (ctx.breakCalled || ctx.continueCalled) break
  }
  return memberOf(emitter, 'buffer')
}

/** A value in the output. Objects that are not meant to be shown are empty. */
function shown(value: unknown, mode: Mode): string {
  if (Array.isArray(value)) return value.map((item) => shown(item, mode)).join(' ')
  if (value instanceof Described) return shown(value.shown, mode)
  if (value instanceof Html) return mode === 'html' ? value.html : shown(withoutTags(value.html), mode)
  if (mode === 'json') return JSON.stringify(textOf(value)).slice(1, -1)
  if (mode === 'xml') return escapedForXml(textOf(value))
  return mode === 'html' ? escaped(textOf(value)) : textOf(value)
}

function makeEngine(mode: Mode): Liquid {
  const engine = new Liquid({
    // templates are looked up here and never on the disk
    templates: {},
    ownPropertyOnly: true,
    outputEscape: (value: unknown) => shown(value, mode),
    parseLimit: LIMITS.template,
    memoryLimit: LIMITS.memory,
    renderLimit: LIMITS.milliseconds,
    timezoneOffset: 0,
    locale: 'en-US',
    strictFilters: false,
  })
  for (const name of Object.keys(engine.tags)) delete engine.tags[name]
  for (const name of Object.keys(engine.filters)) delete engine.filters[name]
  for (const [name, tag] of Object.entries(TAGS)) engine.registerTag(name, tag)
  for (const name of FILTERS) engine.registerFilter(name, defined(filters[name]))
  for (const [name, filter] of Object.entries(OWN_FILTERS)) engine.registerFilter(name, filter)
  Object.assign(engine.renderer, { renderTemplates: renderBounded })
  return engine
}

const ENGINES: Readonly<Record<Mode, Liquid>> = {
  text: makeEngine('text'),
  html: makeEngine('html'),
  json: makeEngine('json'),
  xml: makeEngine('xml'),
}

/** A text that was read as a template. */
export interface Compiled {
  readonly text: string
  readonly mode: Mode
  readonly templates: Template[]
  /** The names it may read. */
  readonly names: readonly NamePath[]
}

/** True for a text without any markup. */
export function isPlain(text: string): boolean {
  return !text.includes('{{') && !text.includes('{%')
}

/** The result of `work`; undefined when a template is malformed, too long, or nested more deeply than the stack. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch (error) {
    // the library says so with errors of many classes, and runs out of stack where a template nests too deeply
    if (error instanceof Error) return undefined
    throw error
  }
}

/** Reads a template; undefined if it is malformed or too long. */
export function compile(text: string, mode: Mode): Compiled | undefined {
  return attempt(() => {
    const engine = ENGINES[mode]
    const templates = engine.parse(text)
    return { text, mode, templates, names: namesOf(templates) }
  })
}

/**
 * Renders a template with values: plain data, of which a template reads members that are its own and no others. Names without a value are
 * empty. Undefined when a limit was reached or a filter refused its input. `milliseconds`: how long it may take.
 */
export function run(
  { templates, mode }: Compiled,
  values: Readonly<Record<string, unknown>>,
  milliseconds: number = LIMITS.milliseconds,
): string | undefined {
  return attempt(() => {
    const engine = ENGINES[mode]
    const ctx = new Context(values, engine.options, { sync: true, renderLimit: milliseconds }, { liquid: engine })
    ctx.setRegister(BUDGET, new Budget())
    return textOf(toValueSync(engine.renderer.renderTemplates(templates, ctx)))
  })
}
