import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import { defaultLocale } from './choose.ts'
import type { LocaleAnswer } from './schema.ts'
import type { Locale } from '#lib/locales.ts'

/** The date of the last change of the table of locales. */
const TABLE_CHANGED_AT = '2026-11-20T00:00:00Z'

/** A locale as JSON. @source docs/reference/account.md §2 */
export function presentLocale(ctx: Context, locale: Locale): AnswerOf<typeof LocaleAnswer> {
  return {
    url: urlOf(ctx.caller.base_url, `locales/${locale.locale}`),
    id: locale.id,
    locale: locale.locale,
    name: locale.name,
    native_name: locale.native_name,
    presentation_name: `${locale.name} - ${locale.native_name}`,
    rtl: locale.rtl,
    created_at: null,
    updated_at: TABLE_CHANGED_AT,
    default: locale.id === defaultLocale(ctx).id,
  }
}
