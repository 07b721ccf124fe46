// LOCALES: the locales of the API, as a constant table.
// Not here: texts in those languages (dynamic content), which of them an account offers (accounts/settings.ts).
import { ensureDefined } from './defined.ts'

/** A locale. Text of an `rtl` locale is written from right to left. */
export interface Locale {
  readonly id: number
  readonly locale: string
  readonly name: string
  readonly native_name: string
  readonly rtl: boolean
}

const row = (id: number, locale: string, name: string, native_name: string, rtl = false): Locale => ({ id, locale, name, native_name, rtl })

/** All locales, by id. Every account has the first one. @source docs/reference/account.md §2 */
export const LOCALES: readonly Locale[] = [
  row(1, 'en-US', 'English (United States)', 'English (United States)'),
  row(2, 'es', 'Spanish', 'español'),
  row(8, 'de', 'German', 'Deutsch'),
  row(9, 'zh-tw', 'Chinese (Traditional)', '繁體中文'),
  row(10, 'zh-cn', 'Chinese (Simplified)', '简体中文'),
  row(13, 'pl', 'Polish', 'polski'),
  row(16, 'fr', 'French', 'français'),
  row(19, 'pt-br', 'Portuguese (Brazil)', 'português (Brasil)'),
  row(22, 'it', 'Italian', 'italiano'),
  row(27, 'ru', 'Russian', 'русский'),
  row(30, 'he', 'Hebrew', 'עברית', true),
  row(34, 'no', 'Norwegian', 'norsk'),
  row(66, 'ar', 'Arabic', 'العربية', true),
  row(67, 'ja', 'Japanese', '日本語'),
  row(69, 'ko', 'Korean', '한국어'),
  row(77, 'id', 'Indonesian', 'Bahasa Indonesia'),
  row(78, 'da', 'Danish', 'dansk'),
  row(81, 'th', 'Thai', 'ไทย'),
  row(84, 'fi', 'Finnish', 'suomi'),
  row(88, 'tr', 'Turkish', 'Türkçe'),
  row(90, 'uk', 'Ukrainian', 'українська'),
  row(92, 'sv', 'Swedish', 'svenska'),
  row(93, 'el', 'Greek', 'Ελληνικά'),
  row(94, 'bg', 'Bulgarian', 'български'),
  row(1005, 'nl', 'Dutch', 'Nederlands'),
  row(1009, 'hu', 'Hungarian', 'magyar'),
  row(1011, 'pt', 'Portuguese', 'português'),
  row(1015, 'ro', 'Romanian', 'română'),
  row(1075, 'vi', 'Vietnamese', 'Tiếng Việt'),
  row(1078, 'cs', 'Czech', 'čeština'),
  row(1100, 'hi', 'Hindi', 'हिन्दी'),
  row(1176, 'en-gb', 'English (United Kingdom)', 'English (United Kingdom)'),
  row(1187, 'fr-ca', 'French (Canada)', 'français (Canada)'),
  row(1194, 'es-419', 'Spanish (Latin America)', 'español (Latinoamérica)'),
]

/** The locale every account has: en-US. */
export const FIRST_LOCALE = ensureDefined(LOCALES[0])

const byId = new Map(LOCALES.map((locale) => [locale.id, locale]))
const byCode = new Map(LOCALES.map((locale) => [locale.locale.toLowerCase(), locale]))

/** The locale with this id. */
export function localeById(id: number): Locale | undefined {
  return byId.get(id)
}

/** The locale with this code, ignoring case: `en-us` is `en-US`. */
export function localeByCode(code: string): Locale | undefined {
  return byCode.get(code.toLowerCase())
}
