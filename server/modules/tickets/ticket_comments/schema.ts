/** What a comment is on the wire. @source docs/reference/tickets.md §2, §5.1 */
import Type from 'typebox'
import { anyObject, flag, text, textOrNull, whole, wholeOrNull } from '#http/answer_shape.ts'
import { Attachment } from '#modules/common/attachments/schema.ts'
import { User } from '#modules/people/users/schema.ts'
import { CallMetadata } from '../tickets/schema.ts'
import { Via } from '../tickets/value_schema.ts'

/** A telephone call, as its comment shows it. `call_id` is what the telephone system sent. */
const Call = Type.Object({
  from: textOrNull,
  to: textOrNull,
  recording_url: textOrNull,
  call_id: Type.Unknown(),
  call_duration: wholeOrNull,
  answered_by_id: wholeOrNull,
  answered_by_name: textOrNull,
  location: textOrNull,
  started_at: textOrNull,
  transcription_text: textOrNull,
})

/** What voice comments have beside the members of every comment. */
export const VoiceMembers = Type.Partial(
  Type.Object({
    data: Call,
    formatted_from: textOrNull,
    formatted_to: textOrNull,
    transcription_visible: flag,
    trusted: flag,
  }),
)

export const Comment = Type.Object({
  id: whole,
  type: text,
  author_id: whole,
  body: text,
  html_body: text,
  plain_body: text,
  public: flag,
  attachments: Type.Array(Attachment),
  audit_id: whole,
  via: Via,
  created_at: text,
  metadata: CallMetadata,
  ...VoiceMembers.properties,
})
export const OneComment = Type.Object({ comment: Comment })
/** With the authors if `include` asks for users. */
export const SomeComments = Type.Object({ comments: Type.Array(Comment), users: Type.Optional(Type.Array(User)) })

/** A chat with its messages, which are data of the chat service. */
export const OneChatEvent = Type.Object({ chat_event: Type.Object({ id: whole, type: text, value: anyObject }) })
