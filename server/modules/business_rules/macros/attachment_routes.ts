import Type from 'typebox'
import { urlOf, wholeList } from '#http/envelope.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { answerNewRecord, answerOk, route } from '#http/route.ts'
import { readFile } from '#modules/common/attachments/content.ts'
import { MacroAttachment, MacroFileBody } from './attachment_schema.ts'
import { addMacroFile, createMacroFile, listMacroFiles, readMacroFile } from './attachments.ts'
import { presentMacroFile } from './present.ts'

const OneFile = Type.Object({ macro_attachment: MacroAttachment })

/** The files of macros. @source docs/reference/business_rules.md §5.4 */
export const macroAttachmentRoutes = [
  route({
    method: 'POST',
    path: '/api/v2/macros/attachments',
    name: 'macro_attachments/create',
    summary: 'Upload a file for a macro',
    scope: 'macros',
    files: 'form',
    file_field: 'attachment',
    admits: (ctx) => requirePermission(ctx, 'macro.manage_own'),
    body: MacroFileBody,
    answer: OneFile,
    async handle(ctx, { body, files }) {
      const file = await createMacroFile(ctx, files[0], body.filename || null)
      return answerNewRecord({ macro_attachment: presentMacroFile(ctx, file) }, urlOf(ctx.caller.base_url, `macros/attachments/${file.id}`))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/macros/attachments/:id',
    name: 'macro_attachments/show',
    summary: 'Show a file of a macro',
    scope: 'macros',
    answer: OneFile,
    handle: async (ctx, { params }) => answerOk({ macro_attachment: presentMacroFile(ctx, await readMacroFile(ctx, params.id)) }),
  }),
  route({
    method: 'GET',
    path: '/api/v2/macros/attachments/:id/content',
    name: 'macro_attachments/content',
    summary: 'Download a file of a macro',
    scope: 'macros',
    answers_file: true,
    handle: async (ctx, { params, asked }) => readFile(ctx, await readMacroFile(ctx, params.id), asked),
  }),
  route({
    method: 'GET',
    path: '/api/v2/macros/:id/attachments',
    name: 'macro_attachments/index',
    summary: 'List the files of a macro',
    scope: 'macros',
    answer: Type.Object({ macro_attachments: Type.Array(MacroAttachment) }),
    async handle(ctx, { params }) {
      const files = await listMacroFiles(ctx, params.id)
      return answerOk(
        wholeList(
          'macro_attachments',
          files.map((file) => presentMacroFile(ctx, file)),
        ),
      )
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/macros/:id/attachments',
    name: 'macro_attachments/associate',
    summary: 'Add a file to a macro',
    scope: 'macros',
    files: 'form',
    file_field: 'attachment',
    admits: (ctx) => requirePermission(ctx, 'macro.manage_own'),
    body: MacroFileBody,
    answer: OneFile,
    async handle(ctx, { params, body, files }) {
      const file = await addMacroFile(ctx, params.id, files[0], body.filename || null)
      return answerNewRecord({ macro_attachment: presentMacroFile(ctx, file) }, urlOf(ctx.caller.base_url, `macros/attachments/${file.id}`))
    },
  }),
]
