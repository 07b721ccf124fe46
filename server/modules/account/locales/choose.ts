/** The locales an account offers, and the best one for a caller. */
import type { Context } from '#core/context.ts'
import { orNotFound } from '#core/errors.ts'
import { findUserLocale } from './store.ts'
import { FIRST_LOCALE, LOCALES, type Locale, localeByCode, localeById } from '#lib/locales.ts'

/** The account's own locale. */
export function defaultLocale(ctx: Context): Locale {
  return localeByCode(ctx.account.settings.locale) ?? FIRST_LOCALE
}

/** The locales the account offers: its own, the first one, and the chosen ones; all locales if none were chosen. */
export function listOfferedLocales(ctx: Context): Locale[] {
  const chosen = ctx.account.settings.locale_ids
  const always = [FIRST_LOCALE.id, defaultLocale(ctx).id]
  return LOCALES.filter((locale) => chosen === null || chosen.includes(locale.id) || always.includes(locale.id))
}

/** The caller's locale; an anonymous caller has the account's. */
export async function currentLocale(ctx: Context): Promise<Locale> {
  const code = ctx.actor.id > 0 ? await findUserLocale(ctx, ctx.actor.id) : undefined
  return (code === undefined ? undefined : localeByCode(code)) ?? defaultLocale(ctx)
}

/**
 * The best locale for the caller among `available` codes: their own, one of the same language, the account's, or the first known one.
 * If none of the codes is known: their own.
 * @source docs/reference/account.md §2.1
 */
export async function bestLocale(ctx: Context, available: readonly string[]): Promise<Locale> {
  const current = await currentLocale(ctx)
  const known = available.map((code) => localeByCode(code)).filter((locale) => locale !== undefined)
  const language = (locale: Locale) => locale.locale.split('-', 1)[0]
  const findSameLanguage = (wanted: Locale) =>
    known.find((locale) => locale.id === wanted.id) ?? known.find((locale) => language(locale) === language(wanted))
  return findSameLanguage(current) ?? findSameLanguage(defaultLocale(ctx)) ?? known[0] ?? current
}

/** The locale with this id or code. @throws NotFound */
export function getLocale(idOrCode: string): Locale {
  return orNotFound(/^\d{1,15}$/.test(idOrCode) ? localeById(Number(idOrCode)) : localeByCode(idOrCode))
}
