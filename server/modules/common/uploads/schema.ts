/** What an upload is on the wire. @source docs/reference/tickets.md §6, §6.1 */
import Type from 'typebox'
import { input, Text } from '../../../http/shape.ts'
import { Attachment } from '../attachments/schema.ts'

/** Beside the file, where it comes in a form. @source docs/reference/clients.md §5 */
export const UploadBody = input({ filename: Text, token: Text, uploaded_data: Text })

export const UploadAnswer = Type.Object({
  upload: Type.Object({
    token: Type.String(),
    expires_at: Type.String(),
    attachments: Type.Array(Attachment),
    attachment: Attachment,
  }),
})
