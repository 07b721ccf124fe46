/** An upload as JSON. @source docs/reference/tickets.md §6, §6.1 */
import Type from 'typebox'
import { defineInput, Text } from '#http/shape.ts'
import { Attachment } from '../attachments/schema.ts'

/** The fields besides the file when it is sent in a form. @source docs/reference/clients.md §5 */
export const UploadBody = defineInput({ filename: Text, token: Text, uploaded_data: Text })

export const UploadAnswer = Type.Object({
  upload: Type.Object({
    token: Type.String(),
    expires_at: Type.String(),
    attachments: Type.Array(Attachment),
    attachment: Attachment,
  }),
})
