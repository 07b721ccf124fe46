/** The values of comments. Pure. @source docs/reference/business_rules.md §7 */
import type { AttachmentRow } from '#modules/common/attachments/store.ts'
import { wireTime } from '#lib/clock.ts'
import type { ShownComment } from './store.ts'
import { formatDay, formatMoment } from './times.ts'
import { escapeMarkup } from '#lib/escape_html.ts'
import { Described, Html, formatLines, type Mode } from './value.ts'

/** What comments need besides their rows. */
export interface CommentSetting {
  readonly mode: Mode
  /** The account's time zone. */
  readonly zone: string
  readonly name: (userId: number) => string
  readonly files: (commentId: number) => readonly AttachmentRow[]
  readonly url: (file: AttachmentRow) => string
}

/** The formatted comment: who wrote it when, and what. */
function formatComment(comment: ShownComment, setting: CommentSetting): string {
  const author = setting.name(comment.author_id)
  const moment = formatMoment(comment.created_at, setting.zone)
  const files = setting.files(comment.id)
  if (setting.mode !== 'html') {
    const names = files.map((file) => `\n${file.file_name}: ${setting.url(file)}`).join('')
    return `----------------------------------------------\n\n${author}, ${moment}\n\n${comment.plain_body}${names}\n`
  }
  const links = files.map((file) => `<p><a href="${escapeMarkup(setting.url(file))}">${escapeMarkup(file.file_name)}</a></p>`).join('')
  return `<div><p><strong>${escapeMarkup(author)}</strong>, ${escapeMarkup(moment)}</p>${comment.html_body}${links}</div>`
}

const toRichText = ({ plain_body, html_body }: ShownComment, mode: Mode) => (mode !== 'html' ? plain_body : new Html(html_body))
const joinTexts = (texts: readonly string[], mode: Mode) => (mode !== 'html' ? texts.join('\n') : new Html(texts.join('<hr>')))

function commentValues(comment: ShownComment, setting: CommentSetting): Record<string, unknown> {
  return {
    id: comment.id,
    value: formatLines(comment.plain_body, setting.mode),
    value_rich: toRichText(comment, setting.mode),
    author: { name: setting.name(comment.author_id) },
    created_at: formatDay(comment.created_at, setting.zone),
    created_at_with_time: wireTime(comment.created_at),
    is_public: comment.public,
    attachments: setting.files(comment.id).map((file) => ({ filename: file.file_name, url: setting.url(file) })),
  }
}

/** The lists of comments, newest first. */
export function commentLists(comments: readonly ShownComment[], setting: CommentSetting): Record<string, unknown> {
  const open = comments.filter((comment) => comment.public)
  const list = (some: readonly ShownComment[]) =>
    joinTexts(
      some.map((comment) => formatComment(comment, setting)),
      setting.mode,
    )
  return {
    comments: comments.map((comment) => commentValues(comment, setting)),
    public_comments: open.map((comment) => commentValues(comment, setting)),
    comments_formatted: list(comments),
    public_comments_formatted: list(open),
  }
}

function oneComment(name: string, comment: ShownComment | undefined, setting: CommentSetting): Record<string, unknown> {
  if (comment === undefined) return {}
  return {
    [name]: new Described(formatLines(comment.plain_body, setting.mode), commentValues(comment, setting)),
    [`${name}_rich`]: toRichText(comment, setting.mode),
    [`${name}_html`]: setting.mode === 'html' ? new Html(comment.html_body) : comment.html_body,
    [`${name}_formatted`]: joinTexts([formatComment(comment, setting)], setting.mode),
  }
}

/** The newest comment, and the newest public one. */
export function latestComments(comments: readonly ShownComment[], setting: CommentSetting): Record<string, unknown> {
  const open = comments.find((comment) => comment.public)
  return { ...oneComment('latest_comment', comments[0], setting), ...oneComment('latest_public_comment', open, setting) }
}
