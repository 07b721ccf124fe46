import { type AnyRoute, answerOk, route } from '#http/route.ts'
import { Id, defineInput, Text, textUpTo, Words } from '#http/shape.ts'
import { presentComment } from './present.ts'
import { redactByMarks, redactText } from './redact.ts'
import { CHAT_REDACTION, redactChat, redactChatFile } from './redact_chat.ts'
import { OneChatEvent, OneComment } from './schema.ts'

/** The HTML of a comment with marks: longer than the comment. */
const RedactedText = textUpTo(4 * 65_536, 'Html body')

/** Permanent redaction of comments and chats. @source docs/reference/tickets.md §2 */
export const redactionRoutes: AnyRoute[] = [
  route({
    method: 'PUT',
    path: '/api/v2/tickets/:ticket_id/comments/:id/redact',
    name: 'ticket_comments/redact',
    summary: 'Redact a string in a comment',
    scope: 'tickets',
    body: defineInput({ text: Text }),
    answer: OneComment,
    handle: async (ctx, { params, body }) =>
      answerOk({ comment: await presentComment(ctx, await redactText(ctx, params.ticket_id, params.id, body.text), true) }),
  }),
  route({
    method: 'PUT',
    path: '/api/v2/comment_redactions/:id',
    name: 'comment_redactions/update',
    summary: 'Redact the parts of a comment marked with <redact> tags',
    scope: 'tickets',
    body: defineInput({ ticket_id: Id, html_body: RedactedText, external_attachment_urls: Words }),
    answer: OneComment,
    handle: async (ctx, { params, body }) =>
      answerOk({ comment: await presentComment(ctx, await redactByMarks(ctx, params.id, body), true) }),
  }),
  route({
    method: 'PUT',
    path: '/api/v2/chat_redactions/:ticket_id',
    name: 'chat_redactions/update',
    summary: 'Redact a string in chat messages',
    scope: 'tickets',
    body: CHAT_REDACTION,
    answer: OneChatEvent,
    handle: async (ctx, { params, body }) => answerOk({ chat_event: await redactChat(ctx, params.ticket_id, body) }),
  }),
  route({
    method: 'PUT',
    path: '/api/v2/chat_file_redactions/:ticket_id',
    name: 'chat_file_redactions/update',
    summary: 'Redact a file in a chat',
    scope: 'tickets',
    body: CHAT_REDACTION,
    answer: OneChatEvent,
    handle: async (ctx, { params, body }) => answerOk({ chat_event: await redactChatFile(ctx, params.ticket_id, body) }),
  }),
]
