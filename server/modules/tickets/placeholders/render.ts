/** Renders texts with the values of a ticket. */
import type { Context } from '../../../context.ts'
import { localeByCode } from '../../../lib/locales.ts'
import { allTexts } from '../../account/dynamic_content/store.ts'
import { getTicket } from '../tickets/store.ts'
import { findUsers } from '../../people/users/store.ts'
import { type Compiled, compile, isPlain, run } from './engine.ts'
import { type Audience, loadParts, type Subject } from './load.ts'
import { valuesOf } from './ticket_values.ts'
import { Html, type Mode } from './value.ts'
import { wantedParts, wantedTexts } from './wanted.ts'

/** Dynamic content may name other dynamic content, this deep. */
const DEEPEST = 5

/** The dynamic content that a template needs, itself read as templates. */
type Texts = ReadonlyMap<string, Compiled>

/** In which mode, for whom, and who acts. */
export interface RenderOptions {
  readonly mode: Mode
  readonly audience: Audience
  /** The user behind `current_user`; null where no user acts. */
  readonly current_user_id: number | null
}

/** What a text is rendered with. */
export interface Values {
  /** The values of these names, and of others if that is easier: plain data. */
  of(names: Compiled['names']): Promise<Readonly<Record<string, unknown>>>
  /** The language of dynamic content; undefined for that of the account. */
  locale(): Promise<string | undefined>
}

/** The mode of dynamic content: what it comes to is escaped where it is inserted, and must not be escaped before. */
const innerMode = (mode: Mode): Mode => (mode === 'html' ? 'html' : 'text')

/** The dynamic content that `names` mean, and that it means in turn, in the language of `values`. */
async function dynamicContent(ctx: Context, values: Values, first: Compiled): Promise<Texts> {
  const found = new Map<string, Compiled>()
  let wanted = wantedTexts(first.names)
  if (wanted.length === 0) return found
  const locale = localeByCode((await values.locale()) ?? ctx.account.settings.locale)?.id ?? 0
  const known = await allTexts(ctx)
  for (let depth = 0; depth < DEEPEST && wanted.length > 0; depth++) {
    const added = wanted.flatMap((key) => {
      const texts = known.get(key)
      const text = texts?.get(locale) ?? texts?.get(0)
      const read = text === undefined ? undefined : compile(text, innerMode(first.mode))
      return read === undefined ? [] : [[key, read] as const]
    })
    for (const [key, read] of added) found.set(key, read)
    wanted = [...new Set(added.flatMap(([, read]) => wantedTexts(read.names)))].filter((key) => !found.has(key))
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
    const inner = Object.fromEntries(wantedTexts(text.names).map((name) => [name, render(name, [...path, key])]))
    const shown = run(text, { ...values, dc: inner }) ?? text.text
    const value = mode === 'html' ? new Html(shown) : shown
    done.set(key, value)
    return value
  }
  return Object.fromEntries([...texts.keys()].map((key) => [key, render(key, [])]))
}

/** A text with these values. One that is malformed, or comes to too much, stays as it is written. */
export async function renderWith(ctx: Context, values: Values, text: string, mode: Mode): Promise<string> {
  const compiled = isPlain(text) ? undefined : compile(text, mode)
  if (compiled === undefined) return text
  const texts = await dynamicContent(ctx, values, compiled)
  const known = await values.of([compiled, ...texts.values()].flatMap(({ names }) => names))
  return run(compiled, { ...known, dc: renderedTexts(texts, known, innerMode(mode)) }) ?? text
}

function render(ctx: Context, subject: Subject, text: string, mode: Mode): Promise<string> {
  const values: Values = {
    async of(names) {
      const parts = wantedParts(names)
      return valuesOf(ctx, subject, { loaded: await loadParts(ctx, subject, parts), parts, mode })
    },
    locale: async () => (await findUsers(ctx, [subject.ticket.requester_id]))[0]?.locale,
  }
  return renderWith(ctx, values, text, mode)
}

/**
 * A text with the values of a ticket that was read before. Only what the text names is loaded, with one statement for each kind of record.
 * A text that is malformed, or comes to too much, stays as it is written.
 * @source docs/reference/business_rules.md §7
 */
export function renderForTicket(ctx: Context, subject: Subject, text: string, mode: Mode): Promise<string> {
  return render(ctx, subject, text, mode)
}

/** The same for a ticket by its number. @throws NotFound if there is none, or the caller does not see it */
export async function renderPlaceholders(ctx: Context, ticketId: number, template: string, options: RenderOptions): Promise<string> {
  if (isPlain(template)) return template
  const { mode, audience, current_user_id } = options
  return render(ctx, { ticket: await getTicket(ctx, ticketId), audience, current_user_id }, template, mode)
}
