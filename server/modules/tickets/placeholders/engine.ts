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
  IfTag,
  Liquid,
  RawTag,
  type Template,
  TokenKind,
  toValueSync,
  UnlessTag,
} from 'liquidjs'
import { escapeMarkup } from '#lib/escape_html.ts'
import { TookTooLong } from '#markup/interrupt.ts'
import { textOfHtml } from '#markup/text_of_html.ts'
import { type Budget, budgetOf, giveBudget } from './budget.ts'
import { FILTERS, OPERATORS } from './filters.ts'
import { type NamePath, namesOf } from './names.ts'
import { Described, escapeForXml, Html, htmlOfLines, type Mode, textOf } from './value.ts'

/** The longest template. They come from agents, values from anyone. Longer ones are not rendered. */
export const MAX_TEMPLATE_LENGTH = 65_536
/** The library's own limit of what filters make. */
const MEMORY = 1_000_000

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

/** Collects the output of a rendering, in the form of its mode. */
class BoundedEmitter implements Emitter {
  buffer = ''
  readonly #budget: Budget
  readonly #mode: Mode

  constructor(budget: Budget, mode: Mode) {
    this.#budget = budget
    this.#mode = mode
  }

  /** Writes a value. */
  write(value: unknown): void {
    this.#add(formatValue(value, this.#mode))
  }

  /** Writes a part of the template itself, which is a text in a mail, and in the form of the mode elsewhere. */
  writeLiteral(text: string): void {
    this.#add(this.#mode === 'mail' ? htmlOfLines(text) : text)
  }

  /** Where such parts write themselves. */
  readonly literals: Emitter = { buffer: '', write: (text) => this.writeLiteral(textOf(text)) }

  #add(text: string): void {
    this.#budget.write(text.length)
    this.buffer += text
  }
}

/** Renders templates within the budget of their context. In place of the library's function, which knows no limit of nodes or output. */
function* renderBounded(templates: Template[], ctx: Context, given?: Emitter): Generator<unknown, unknown, unknown> {
  const budget = budgetOf(ctx)
  // what is captured is a text, which is escaped where it is shown
  const emitter = given instanceof BoundedEmitter ? given : new BoundedEmitter(budget, 'text')
  for (const template of templates) {
    budget.node()
    const isLiteral = template.token.kind === TokenKind.HTML
    // `raw` returns what it comes to
    const text = yield template.render(ctx, isLiteral ? emitter.literals : emitter)
    emitter.writeLiteral(textOf(text))
    // oxlint-disable-next-line typescript/no-unnecessary-condition
    if (ctx.breakCalled || ctx.continueCalled) break
  }
  return emitter.buffer
}

/** A value in the output. Objects that are not meant to be shown are empty. */
function formatValue(value: unknown, mode: Mode): string {
  if (Array.isArray(value)) return value.map((item) => formatValue(item, mode)).join(' ')
  if (value instanceof Described) return formatValue(value.shown, mode)
  if (value instanceof Html) return mode === 'html' || mode === 'mail' ? value.html : formatValue(textOfHtml(value.html), mode)
  if (mode === 'mail') return htmlOfLines(textOf(value))
  if (mode === 'json') return JSON.stringify(textOf(value)).slice(1, -1)
  if (mode === 'xml') return escapeForXml(textOf(value))
  return mode === 'html' ? escapeMarkup(textOf(value)) : textOf(value)
}

function makeEngine(): Liquid {
  const engine = new Liquid({
    // templates are looked up here and never on the disk
    templates: {},
    ownPropertyOnly: true,
    parseLimit: MAX_TEMPLATE_LENGTH,
    memoryLimit: MEMORY,
    timezoneOffset: 0,
    locale: 'en-US',
    strictFilters: false,
    operators: OPERATORS,
  })
  for (const name of Object.keys(engine.tags)) delete engine.tags[name]
  for (const name of Object.keys(engine.filters)) delete engine.filters[name]
  for (const [name, tag] of Object.entries(TAGS)) engine.registerTag(name, tag)
  for (const [name, filter] of Object.entries(FILTERS)) engine.registerFilter(name, filter)
  Object.assign(engine.renderer, { renderTemplates: renderBounded })
  return engine
}

const ENGINE = makeEngine()

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

/** True for a text of names alone, without filters, tags and ranges, which takes no time that is worth measuring. */
export function isSimple(text: string): boolean {
  return text.length < 1024 && !text.includes('|') && !text.includes('{%') && !text.includes('..')
}

/** The result of `work`; undefined when a template is malformed, comes to too much, or nests more deeply than the stack. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch (error) {
    // the library says so with errors of many classes, and runs out of stack where a template nests too deeply
    if (error instanceof Error && !(error instanceof TookTooLong)) return undefined
    throw error
  }
}

/** Reads a template; undefined if it is malformed or too long. */
export function compile(text: string, mode: Mode): Compiled | undefined {
  return attempt(() => {
    const templates = ENGINE.parse(text)
    return { text, mode, templates, names: namesOf(templates) }
  })
}

/**
 * Renders a template with values: plain data, of which a template reads members that are its own and no others. Names without a value are
 * empty. Undefined when a limit was reached or a filter refused its input. Nothing here looks at the clock: see turns.ts.
 */
export function run({ templates, mode }: Compiled, values: Readonly<Record<string, unknown>>): string | undefined {
  return attempt(() => {
    const ctx = new Context(values, ENGINE.options, { sync: true }, { liquid: ENGINE })
    giveBudget(ctx)
    return textOf(toValueSync(ENGINE.renderer.renderTemplates(templates, ctx, new BoundedEmitter(budgetOf(ctx), mode))))
  })
}
