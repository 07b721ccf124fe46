/** The operations on fields whose values are stored by key, the same for users and organizations. @source docs/reference/people.md §7 */
import Type from 'typebox'
import { ensureDefined } from '#lib/defined.ts'
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { orNotFound } from '#core/errors.ts'
import { listEnvelope, urlOf, wholeList } from '#http/envelope.ts'
import { readList } from '#http/bulk_ids.ts'
import { readPaging } from '#http/paging.ts'
import { type AnyRoute, answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { Flag, Ids, listQuery, Word, wrapInKey } from '#http/shape.ts'
import { dynamicTexts } from '#modules/account/dynamic_content/expand.ts'
import type { Holder } from './holders.ts'
import { KeyedField, KeyedFieldInput } from './keyed_field_schema.ts'
import { OptionBody, type FieldOption, presentSingleOption, SingleOption } from './options.ts'
import { listOptions, OPTION_SORTING } from './option_store.ts'
import {
  changeProfileField,
  createProfileField,
  putProfileOption,
  removeProfileField,
  removeProfileOption,
  reorderProfileFields,
} from './profile_change.ts'
import { presentProfileField } from './profile_present.ts'
import { allProfileFields, getProfileField, listProfileFields, PROFILE_FIELD_SORTING, type ProfileFieldRow } from './profile_store.ts'

const OneOption = Type.Object({ custom_field_option: SingleOption })

/** The routes of fields. A field is identified by its id or its key. */
export function profileFieldEndpoints(holder: Holder): AnyRoute[] {
  const { fields, field } = holder
  const base = `/api/v2/${fields}` as const
  const what = field.replace('_', ' ')
  const text_params = ['name'] as const
  const common = { scope: holder.records }
  const One = Type.Object({ [field]: KeyedField })
  const Many = Type.Object({ [fields]: Type.Array(KeyedField) })
  const presentFields = async (ctx: Context, rows: readonly ProfileFieldRow[], resolve = true) => {
    const text = resolve ? await dynamicTexts(ctx) : (raw: string) => raw
    return rows.map((row) => presentProfileField(ctx.caller.base_url, holder, row, text))
  }
  const presentFieldBody = async (ctx: Context, row: ProfileFieldRow) => ({
    [field]: presentProfileField(ctx.caller.base_url, holder, row, await dynamicTexts(ctx)),
  })
  const place = (ctx: Context, row: ProfileFieldRow) => urlOf(ctx.caller.base_url, `${fields}/${row.id}`)
  const body = wrapInKey(field as string, KeyedFieldInput)
  return [
    route({
      ...common,
      method: 'GET',
      path: base,
      name: `${fields}/index`,
      summary: `List ${what}s`,
      query: listQuery({ resolve_dc: Flag }),
      answer: Many,
      async handle(ctx, { query, address }) {
        requirePermission(ctx, holder.list)
        const page = await listProfileFields(ctx, holder, readPaging(query, PROFILE_FIELD_SORTING, `${fields}/index`))
        return answerOk(listEnvelope(address, fields, page, await presentFields(ctx, page.rows, query.resolve_dc)))
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: base,
      name: `${fields}/create`,
      summary: `Create a ${what}`,
      body,
      answer: One,
      async handle(ctx, input) {
        const row = await createProfileField(ctx, holder, ensureDefined(input.body[field]))
        return answerNewRecord(await presentFieldBody(ctx, row), place(ctx, row))
      },
    }),
    route({
      ...common,
      method: 'GET',
      path: `${base}/show_many`,
      name: `${fields}/show_many`,
      summary: `Show ${what}s by key`,
      query: Type.Partial(Type.Object({ keys: Word })),
      answer: Many,
      async handle(ctx, { query }) {
        requirePermission(ctx, holder.list)
        const keys = new Set(readList(query.keys))
        const rows = (await allProfileFields(ctx, holder)).filter((row) => keys.has(row.key))
        return answerOk(wholeList(fields, await presentFields(ctx, rows)))
      },
    }),
    route({
      ...common,
      method: 'PUT',
      path: `${base}/reorder`,
      name: `${fields}/reorder`,
      summary: `Reorder ${what}s`,
      body: wrapInKey(`${field}_ids`, Ids),
      async handle(ctx, input) {
        await reorderProfileFields(ctx, holder, ensureDefined(Object.values(input.body)[0]))
        return answerOk('')
      },
    }),
    route({
      ...common,
      method: 'GET',
      path: `${base}/:name`,
      text_params,
      name: `${fields}/show`,
      summary: `Show a ${what}`,
      answer: One,
      async handle(ctx, { params }) {
        requirePermission(ctx, holder.list)
        return answerOk(await presentFieldBody(ctx, await getProfileField(ctx, holder, params.name)))
      },
    }),
    route({
      ...common,
      method: 'PUT',
      path: `${base}/:name`,
      text_params,
      name: `${fields}/update`,
      summary: `Update a ${what}`,
      body,
      answer: One,
      handle: async (ctx, input) =>
        answerOk(await presentFieldBody(ctx, await changeProfileField(ctx, holder, input.params.name, ensureDefined(input.body[field])))),
    }),
    route({
      ...common,
      method: 'DELETE',
      path: `${base}/:name`,
      text_params,
      name: `${fields}/destroy`,
      summary: `Delete a ${what}`,
      async handle(ctx, { params }) {
        await removeProfileField(ctx, holder, params.name)
        return answerNoContent()
      },
    }),
  ]
}

/** The routes of a field's options. */
export function profileOptionEndpoints(holder: Holder): AnyRoute[] {
  const { fields, field } = holder
  const base = `/api/v2/${fields}/:name/options` as const
  const what = field.replace('_', ' ')
  const common = { scope: holder.records, text_params: ['name'] as const }
  const presentRowOption = (ctx: Context, row: ProfileFieldRow, option: FieldOption) =>
    presentSingleOption(
      ctx.caller.base_url,
      `${fields}/${row.id}`,
      option,
      row.options.findIndex(({ id }) => id === option.id),
    )
  return [
    route({
      ...common,
      method: 'GET',
      path: base,
      name: `${fields}/options/index`,
      summary: `List the options of a ${what}`,
      query: listQuery({}),
      answer: Type.Object({ custom_field_options: Type.Array(SingleOption) }),
      async handle(ctx, { params, query, address }) {
        requirePermission(ctx, holder.list)
        const row = await getProfileField(ctx, holder, params.name)
        const page = await listOptions(ctx, holder.table, row.id, readPaging(query, OPTION_SORTING, `${fields}/options/index`))
        return answerOk(
          listEnvelope(
            address,
            'custom_field_options',
            page,
            page.rows.map((option) => presentRowOption(ctx, row, option)),
          ),
        )
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: base,
      name: `${fields}/options/create_or_update`,
      summary: `Create or update an option of a ${what}`,
      body: OptionBody,
      answer: OneOption,
      async handle(ctx, { params, body }) {
        const { row, option, isNew } = await putProfileOption(ctx, holder, params.name, body.custom_field_option)
        const headers = { location: urlOf(ctx.caller.base_url, `${fields}/${row.id}/options`) }
        return { status: isNew ? 201 : 200, body: { custom_field_option: presentRowOption(ctx, row, option) }, headers }
      },
    }),
    route({
      ...common,
      method: 'GET',
      path: `${base}/:id`,
      name: `${fields}/options/show`,
      summary: `Show an option of a ${what}`,
      answer: OneOption,
      async handle(ctx, { params }) {
        requirePermission(ctx, holder.list)
        const row = await getProfileField(ctx, holder, params.name)
        const option = orNotFound(row.options.find((one) => one.id === params.id))
        return answerOk({ custom_field_option: presentRowOption(ctx, row, option) })
      },
    }),
    route({
      ...common,
      method: 'DELETE',
      path: `${base}/:id`,
      name: `${fields}/options/destroy`,
      summary: `Delete an option of a ${what}`,
      async handle(ctx, { params }) {
        await removeProfileOption(ctx, holder, params.name, params.id)
        return answerNoContent()
      },
    }),
  ]
}
