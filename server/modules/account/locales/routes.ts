import Type from 'typebox'
import type { Context } from '#core/context.ts'
import { wholeList } from '#http/envelope.ts'
import { answerOk, route } from '#http/route.ts'
import { bestLocale, currentLocale, getLocale, listOfferedLocales } from './choose.ts'
import { presentLocale } from './present.ts'
import { AvailableLocales, LocaleAnswer } from './schema.ts'
import { LOCALES, type Locale } from '#lib/locales.ts'

const ManyLocales = Type.Object({ locales: Type.Array(LocaleAnswer) })
const OneLocale = Type.Object({ locale: LocaleAnswer })

const list = (ctx: Context, locales: readonly Locale[]) =>
  answerOk(
    wholeList(
      'locales',
      locales.map((locale) => presentLocale(ctx, locale)),
    ),
  )
const show = (ctx: Context, locale: Locale) => answerOk({ locale: presentLocale(ctx, locale) })

/** Open to everyone, without login. @source docs/reference/account.md §2 */
export const localeRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/locales',
    name: 'locales/index',
    summary: 'List the locales of the account',
    scope: null,
    anonymous: true,
    answer: ManyLocales,
    handle: async (ctx) => list(ctx, listOfferedLocales(ctx)),
  }),
  route({
    method: 'GET',
    path: '/api/v2/locales/public',
    name: 'locales/public',
    summary: 'List all supported locales',
    scope: null,
    anonymous: true,
    answer: ManyLocales,
    handle: async (ctx) => list(ctx, LOCALES),
  }),
  route({
    method: 'GET',
    path: '/api/v2/locales/agent',
    name: 'locales/agent',
    summary: 'List the locales agents may choose',
    scope: null,
    anonymous: true,
    answer: ManyLocales,
    handle: async (ctx) => list(ctx, listOfferedLocales(ctx)),
  }),
  route({
    method: 'GET',
    path: '/api/v2/locales/current',
    name: 'locales/current',
    summary: "Show the caller's locale",
    scope: null,
    anonymous: true,
    answer: OneLocale,
    handle: async (ctx) => show(ctx, await currentLocale(ctx)),
  }),
  route({
    method: 'GET',
    path: '/api/v2/locales/detect_best_locale',
    name: 'locales/detect_best_locale',
    summary: 'Detect the best locale for the caller from available_locales',
    scope: null,
    anonymous: true,
    query: AvailableLocales,
    answer: OneLocale,
    handle: async (ctx, { query }) => show(ctx, await bestLocale(ctx, query.available_locales ?? [])),
  }),
  route({
    method: 'PUT',
    path: '/api/v2/locales/detect_best_locale',
    name: 'locales/detect_best_locale',
    summary: 'Detect the best locale for the caller from available_locales in the body',
    scope: null,
    access: 'read',
    anonymous: true,
    body: AvailableLocales,
    answer: OneLocale,
    handle: async (ctx, { body }) => show(ctx, await bestLocale(ctx, body.available_locales ?? [])),
  }),
  route({
    method: 'GET',
    path: '/api/v2/locales/:id',
    name: 'locales/show',
    summary: 'Show a locale by id or code',
    scope: null,
    anonymous: true,
    text_params: ['id'],
    answer: OneLocale,
    handle: async (ctx, { params }) => show(ctx, getLocale(params.id)),
  }),
]
