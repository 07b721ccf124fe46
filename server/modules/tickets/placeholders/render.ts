/** Renders texts with the values of a ticket. */
import type { Context } from '#core/context.ts'
import { localeByCode } from '#lib/locales.ts'
import { allTexts } from '#modules/account/dynamic_content/store.ts'
import { type Compiled, compile, isPlain, isSimple, run } from './engine.ts'
import { type Audience, type LoadedParts, loadParts, type Subject } from './load.ts'
import { makeSources, type Sources } from './sources.ts'
import { valuesOf } from './ticket_values.ts'
import { inTurn } from './turns.ts'
import { Html, htmlOfLines, type Mode } from './value.ts'
import { type Part, findWantedParts, findWantedTexts } from './wanted.ts'

/** Dynamic content may name other dynamic content, this deep. */
const DEEPEST = 5

/** The dynamic content that a template needs, itself read as templates. */
type Texts = ReadonlyMap<string, Compiled>

/** What a text is rendered with. */
export interface Values {
  /** The values of these names, and of others if that is easier: plain data. */
  of(names: Compiled['names']): Promise<Readonly<Record<string, unknown>>>
  /** The language of dynamic content; undefined for that of the account. */
  locale(): Promise<string | undefined>
}

/** The mode of dynamic content: what it comes to is escaped where it is inserted, and must not be escaped before. */
const innerMode = (mode: Mode): Mode => (mode === 'html' ? 'html' : 'text')

/** Reads a template; undefined if it is malformed, too long, or takes too long to be read. */
async function compileInTurn(ctx: Context, text: string, mode: Mode): Promise<Compiled | undefined> {
  return isSimple(text) ? compile(text, mode) : inTurn(ctx, () => compile(text, mode))
}

/** The dynamic content that `names` mean, and that it means in turn, in the language of `values`. */
async function dynamicContent(ctx: Context, values: Values, first: Compiled): Promise<Texts> {
  const found = new Map<string, Compiled>()
  let wanted = findWantedTexts(first.names)
  if (wanted.length === 0) return found
  const locale = localeByCode((await values.locale()) ?? ctx.account.settings.locale)?.id ?? 0
  const known = await allTexts(ctx)
  for (let depth = 0; depth < DEEPEST && wanted.length > 0; depth++) {
    const added: Compiled[] = []
    for (const key of wanted) {
      const texts = known.get(key)
      const text = texts?.get(locale) ?? texts?.get(0)
      const compiled = text === undefined ? undefined : await compileInTurn(ctx, text, innerMode(first.mode))
      if (compiled === undefined) continue
      added.push(compiled)
      found.set(key, compiled)
    }
    wanted = [...new Set(added.flatMap(({ names }) => findWantedTexts(names)))].filter((key) => !found.has(key))
  }
  return found
}

/** The texts of dynamic content, each rendered once. One that comes to name itself is empty there. */
function renderedTexts(texts: Texts, values: Readonly<Record<string, unknown>>, mode: Mode): Record<string, unknown> {
  const done = new Map<string, unknown>()
  const render = (key: string, path: readonly string[]): unknown => {
    const text = texts.get(key)
    if (text === undefined || path.includes(key) || path.length >= DEEPEST) return ''
    if (done.has(key)) return done.get(key)
    const inner = Object.fromEntries(findWantedTexts(text.names).map((name) => [name, render(name, [...path, key])]))
    const shown = run(text, { ...values, dc: inner }) ?? text.text
    const value = mode === 'html' ? new Html(shown) : shown
    done.set(key, value)
    return value
  }
  return Object.fromEntries([...texts.keys()].map((key) => [key, render(key, [])]))
}

/** A text with these values. One that is malformed, or comes to too much, stays as it is written. */
export async function renderWith(ctx: Context, values: Values, text: string, mode: Mode): Promise<string> {
  const asWritten = mode === 'mail' ? htmlOfLines(text) : text
  const compiled = isPlain(text) ? undefined : await compileInTurn(ctx, text, mode)
  if (compiled === undefined) return asWritten
  const texts = await dynamicContent(ctx, values, compiled)
  const known = await values.of([compiled, ...texts.values()].flatMap(({ names }) => names))
  // all of it together has the time of one
  const render = () => run(compiled, { ...known, dc: renderedTexts(texts, known, innerMode(mode)) })
  const isAtOnce = isSimple(text) && [...texts.values()].every((one) => isSimple(one.text))
  return (isAtOnce ? render() : await inTurn(ctx, render)) ?? asWritten
}

/** The names that these texts read, and the dynamic content in them. Malformed texts have none. */
async function namesIn(ctx: Context, values: Values, texts: readonly string[]): Promise<Compiled['names']> {
  const names: Compiled['names'][number][] = []
  for (const text of new Set(texts)) {
    const compiled = isPlain(text) ? undefined : await compileInTurn(ctx, text, 'text')
    if (compiled === undefined) continue
    const contents = await dynamicContent(ctx, values, compiled)
    names.push(...[compiled, ...contents.values()].flatMap((one) => one.names))
  }
  return names
}

/** The values of a ticket for one audience: what is loaded for one text is there for the next. `expected`: texts that will follow. */
function sharedValues(ctx: Context, sources: Sources, subject: Subject, expected: readonly string[]): (mode: Mode) => Values {
  const { requester_id } = subject.ticket
  let locale: Promise<string | undefined> | undefined
  let known: { readonly parts: ReadonlySet<Part>; readonly loaded: Promise<LoadedParts> } | undefined
  const valuesIn = (mode: Mode): Values => ({
    async of(names) {
      const wanted = findWantedParts(names)
      if (known === undefined || !wanted.isSubsetOf(known.parts)) {
        const parts = wanted.union(known?.parts ?? findWantedParts(await namesIn(ctx, valuesIn(mode), expected)))
        known = { parts, loaded: loadParts(ctx, sources, subject, parts) }
      }
      const { parts, loaded } = known
      return valuesOf(ctx, subject, { loaded: await loaded, parts, mode: mode === 'mail' ? 'html' : mode })
    },
    locale: () => (locale ??= sources.users([requester_id]).then((users) => users.get(requester_id)?.locale)),
  })
  return valuesIn
}

/** A text to render: for whom, and how its values are escaped. */
export interface TicketText {
  readonly text: string
  readonly audience: Audience
  readonly mode: Mode
}

/** Renders texts one after the other. */
export type RenderText = (text: TicketText) => Promise<string>

/**
 * Renders texts with the values of a ticket that was read before. What they name is loaded once, with one statement for each kind of record,
 * and each text is rendered once. `expected`: texts that are known to follow; what they name is loaded with the first. Renderings of several
 * tickets side by side may share `sources`.
 * A text that is malformed, or comes to too much, stays as it is written.
 * @source docs/reference/business_rules.md §7
 */
export function ticketTexts(
  ctx: Context,
  subject: Omit<Subject, 'audience'>,
  expected: readonly TicketText[] = [],
  sources = makeSources(ctx),
): RenderText {
  const prepareValues = (audience: Audience) =>
    sharedValues(
      ctx,
      sources,
      { ...subject, audience },
      expected.filter((one) => one.audience === audience).map((one) => one.text),
    )
  const values = { agent: prepareValues('agent'), 'end-user': prepareValues('end-user') }
  const rendered = new Map<string, string>()
  return async ({ text, audience, mode }) => {
    const key = `${audience} ${mode} ${text}`
    const found = rendered.get(key) ?? (await renderWith(ctx, values[audience](mode), text, mode))
    rendered.set(key, found)
    return found
  }
}

/** One text with the values of a ticket: see {@link ticketTexts}. */
export function renderForTicket(ctx: Context, { ticket, audience, current_user_id }: Subject, text: string, mode: Mode): Promise<string> {
  return ticketTexts(ctx, { ticket, current_user_id })({ text, audience, mode })
}
