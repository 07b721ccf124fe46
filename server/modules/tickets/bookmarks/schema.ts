// BOOKMARKS: tickets that agents mark for themselves.
import Type from 'typebox'
import { Id, input, wrapped } from '../../../http/shape.ts'

export const BookmarkBody = wrapped('bookmark', input({ ticket_id: Id }))

const Bookmark = Type.Object({
  url: Type.String(),
  id: Type.Integer(),
  created_at: Type.String(),
  ticket: Type.Record(Type.String(), Type.Unknown()),
})
export const OneBookmark = Type.Object({ bookmark: Bookmark })
export const SomeBookmarks = Type.Object({ bookmarks: Type.Array(Bookmark) })
