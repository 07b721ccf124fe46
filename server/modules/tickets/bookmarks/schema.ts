// BOOKMARKS: tickets that agents mark for themselves.
import Type from 'typebox'
import { text, whole } from '#http/answer_shape.ts'
import { Id, defineInput, wrapInKey } from '#http/shape.ts'
import { Ticket } from '../tickets/schema.ts'

export const BookmarkBody = wrapInKey('bookmark', defineInput({ ticket_id: Id }))

export const Bookmark = Type.Object({ url: text, id: whole, created_at: text, ticket: Ticket })
export const OneBookmark = Type.Object({ bookmark: Bookmark })
export const SomeBookmarks = Type.Object({ bookmarks: Type.Array(Bookmark) })
