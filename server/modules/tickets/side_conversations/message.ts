/** Reads the message of a side conversation: whom it is to, and its text. @source docs/reference/other.md §16 */
import type { Context } from '#core/context.ts'
import { type Details, RecordInvalid, refuseInvalid } from '#core/errors.ts'
import { oneLine } from '#lib/mail_text.ts'
import { findVisibleUsers } from '#modules/people/users/list_store.ts'
import { type Content, contentOf } from '../ticket_comments/content.ts'
import { type SetupGroup, ticketGroups } from '../tickets/setup_store.ts'
import type { MessageInput, RecipientInput } from './schema.ts'
import type { Message, Participant } from './store.ts'
import { isEmailAddress, plainAddress } from '#lib/text_forms.ts'

const MAX_SUBJECT_LENGTH = 255
const MAX_TEXT_LENGTH = 64 * 1024
const MAX_PREVIEW_LENGTH = 200
const MAX_EXTERNAL_IDS = 50
/** In one conversation: each of its answers shows them all. */
export const MAX_PARTICIPANTS = 200

/** A text as people have written it, in one of two forms. */
export type Written = { readonly body: string } | { readonly html_body: string }

/** A message that is about to be sent. */
export interface Draft {
  readonly subject: string
  readonly written: Written
  readonly content: Content
  readonly to: readonly Participant[]
}

const makeInvalidDetails = (name: string, description: string): Details => ({ [name]: [{ description, error: 'InvalidValue' }] })
const cut = (text: string, most: number) => (text.length <= most ? text : `${text.slice(0, most - 1)}…`.toWellFormed())

/**
 * A message with its text in both forms; null if nothing is left of the text. A subject that is too long is cut, and so is a text: rules
 * render values into them.
 */
export function draftOf(subject: string, given: Written, to: readonly Participant[]): Draft | null {
  const written = 'html_body' in given ? { html_body: cut(given.html_body, MAX_TEXT_LENGTH) } : { body: cut(given.body, MAX_TEXT_LENGTH) }
  const content = contentOf(written, 'html_body' in written ? { text: '', html: written.html_body } : { text: written.body, html: '' })
  return content === null || content.plain_body.trim() === ''
    ? null
    : { subject: cut(oneLine(subject), MAX_SUBJECT_LENGTH), written, content, to }
}

/** The beginning of a text in one line. */
export const previewOf = ({ plain_body }: Content): string => cut(plain_body.replace(/\s+/g, ' ').trim(), MAX_PREVIEW_LENGTH)

/** The message as its event stores it. */
export function messageOf({ subject, content, to }: Omit<Draft, 'written'>, external_ids: Message['external_ids']): Message {
  return { subject, preview_text: previewOf(content), body: content.body, html_body: content.html_body, to, external_ids }
}

/** The message that a caller sends; `subject` is that of the conversation, which they may leave out. @throws RecordInvalid */
export async function readMessage(ctx: Context, given: MessageInput, subject = ''): Promise<Draft> {
  refuseFiles(given.attachment_ids)
  const html = given.html_body ?? ''
  const written = html.trim() === '' ? { body: given.body ?? '' } : { html_body: html }
  const draft = draftOf(given.subject ?? subject, written, await readRecipients(ctx, given.to ?? []))
  if (draft === null) throw new RecordInvalid(makeInvalidDetails('body', 'Body: cannot be blank'))
  return draft
}

/** A message that arrived without its files would look complete to whom it was sent. @throws RecordInvalid */
function refuseFiles(ids: unknown): void {
  if (ids === undefined || ids === null || ids === '' || (Array.isArray(ids) && ids.length === 0)) return
  refuseInvalid(
    makeInvalidDetails('attachment_ids', 'Attachment ids: side conversations send no files; put a link to the file into the text'),
  )
}

/** @throws RecordInvalid for a recipient who cannot be written to */
async function readRecipients(ctx: Context, given: readonly RecipientInput[]): Promise<readonly Participant[]> {
  if (given.length === 0) refuseInvalid(makeInvalidDetails('to', 'To: cannot be blank'))
  const ids = given.flatMap(({ user_id }) => (typeof user_id === 'number' ? [user_id] : []))
  const users = new Set((await findVisibleUsers(ctx, ids)).filter(({ active }) => active).map(({ id }) => id))
  const groups = await ticketGroups(ctx)
  const read = given.map((one) => readRecipient(one, users, groups)).filter((one) => one !== null)
  if (read.length < given.length) refuseInvalid(makeInvalidDetails('to', 'To: is invalid'))
  const to = read.filter((one, index, all) => all.findIndex((other) => isSame(one, other)) === index)
  if (to.length > 1 && to.some(({ support_group_id }) => support_group_id !== undefined))
    refuseInvalid(makeInvalidDetails('to', 'To: a group must be the only recipient'))
  return to
}

/** A recipient, by the first of the ways in which they can be named; null if they are not there. */
function readRecipient(given: RecipientInput, users: ReadonlySet<number>, groups: readonly SetupGroup[]): Participant | null {
  const { user_id, support_group_id, support_agent_id, slack_workspace_id, slack_channel_id, name } = given
  if (user_id) return users.has(user_id) ? { user_id } : null
  if (support_group_id) return readGroup(support_group_id, support_agent_id ?? null, groups)
  if (slack_workspace_id && slack_channel_id) return { slack_workspace_id, slack_channel_id }
  const email = plainAddress(given.email ?? '')
  return isEmailAddress(email) ? { ...(name ? { name } : {}), email } : null
}

/** A group, and an agent in it, that a child ticket can be assigned to; null if there is none. */
export function readGroup(support_group_id: number, agentId: number | null, groups: readonly SetupGroup[]): Participant | null {
  const group = groups.find(({ id }) => id === support_group_id)
  if (group === undefined) return null
  if (agentId === null) return { support_group_id }
  return group.agent_ids.includes(agentId) ? { support_group_id, support_agent_id: agentId } : null
}

const keyOf = ({ user_id, email, support_group_id, slack_workspace_id, slack_channel_id }: Participant) =>
  JSON.stringify([user_id, email?.toLowerCase(), support_group_id, slack_workspace_id, slack_channel_id])
const isSame = (one: Participant, other: Participant) => keyOf(one) === keyOf(other)

/** Those who take part, with `others` after those who are there already. */
export function joinParticipants(there: readonly Participant[], others: readonly Participant[]): readonly Participant[] {
  return [...there, ...others.filter((one) => !there.some((other) => isSame(one, other)))]
}

/** @throws RecordInvalid when too many would take part, with the author of a further message and those it is to */
export function checkParticipants(there: readonly Participant[], others: readonly Participant[]): void {
  if (joinParticipants(there, others).length > MAX_PARTICIPANTS)
    refuseInvalid(makeInvalidDetails('to', `To: at most ${MAX_PARTICIPANTS} can take part in a conversation`))
}

/** Ids of other systems, all texts. @throws RecordInvalid */
export function readExternalIds(given: Readonly<Record<string, unknown>> | undefined): Readonly<Record<string, string>> {
  const all = Object.entries(given ?? {})
  const ids = all.filter((entry): entry is [string, string] =>
    entry.every((part) => typeof part === 'string' && part.length <= MAX_SUBJECT_LENGTH),
  )
  if (ids.length < all.length || ids.length > MAX_EXTERNAL_IDS)
    refuseInvalid(makeInvalidDetails('external_ids', `External ids: must be at most ${MAX_EXTERNAL_IDS} texts of at most 255 characters`))
  return Object.fromEntries(ids)
}
