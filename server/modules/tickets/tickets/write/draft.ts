/** The stage of the draft: the ticket as the caller requests it, with the comment of the write. The rest is derived later. */
import type { Context, Role } from '#core/context.ts'
import { refuseInvalid } from '#core/errors.ts'
import type { TicketRow, TicketState } from '../row.ts'
import type { TicketInput } from '../schema.ts'
import type { NewComment } from '../store.ts'
import { isPerson, type People } from '../people.ts'
import { followUpVia } from '../via.ts'
import { applyInput, blankTicket } from './apply_input.ts'
import { newComment } from './comment.ts'
import { inheritTags, inheritMembers, type Loaded } from './load.ts'
import { checkClosed, requireChangeAllowed } from './role_rights.ts'
import type { TicketWrite } from './ticket_write.ts'
import { newVoiceComment } from './voice.ts'

type Asked = Pick<TicketWrite, 'input' | 'options' | 'loaded'>

/** A new ticket: defaults, what it inherits from the ticket it follows up, and what the client sent. @throws RecordInvalid when the comment is too long */
export async function draftNew(ctx: Context, given: Asked, source: TicketRow | null): Promise<TicketWrite> {
  const { input, options, loaded } = given
  const { people } = loaded
  const asked = await requestedTicket(ctx, input, loaded, { source, isImport: options.finish !== undefined })
  // the submitter is the author of the first comment, unless an author is sent
  const authorId = isPerson(people.author) ? people.author.id : (input.submitter_id ?? ctx.actor.id)
  const comment = firstComment(ctx, input, authorId, asked.is_public)
  const isPublic = comment?.public ?? asked.is_public
  const after: TicketState = {
    ...asked,
    description: comment?.plain_body ?? '',
    is_public: isPublic,
    comments_public: isPublic,
    comment_count: 1,
    latest_comment_added_at: ctx.now.toISOString(),
  }
  return { ...given, before: null, after, comment, author_role: authorRole(ctx, people, authorId) }
}

/** A change of a ticket. @throws Forbidden @throws RecordInvalid when it is closed, or the comment is too long */
export function draftChange(ctx: Context, before: TicketRow, given: Asked): TicketWrite {
  const { input, options, loaded } = given
  refuseInvalid(checkClosed(ctx, before, input))
  const { people } = loaded
  const authorId = isPerson(people.author) ? people.author.id : ctx.actor.id
  const isPublic = before.comments_public ?? before.is_public
  const comment = newVoiceComment(ctx, input, authorId) ?? newComment(ctx, input, { authorId, isPublic, fallback: null })
  const rated = options.rating === undefined ? {} : { satisfaction_rating: options.rating }
  const asked = { ...applyInput(ctx, before, input, { ...loaded, isNew: false }), ...rated }
  if (options.follows !== true) requireChangeAllowed(ctx, before, asked, input)
  return { ...given, before, after: applyComment(ctx, before, asked, comment), comment, author_role: authorRole(ctx, people, authorId) }
}

/** The first comment of a new ticket; public if the account does not allow it to be private. @source docs/reference/account.md §7 */
function firstComment(ctx: Context, input: TicketInput, authorId: number, isPublic: boolean): NewComment | null {
  const comment = newVoiceComment(ctx, input, authorId) ?? newComment(ctx, input, { authorId, isPublic, fallback: input.description ?? '' })
  const mustShow = !ctx.account.settings.tickets.first_comment_may_be_private && !ctx.actor.only_private_comments
  return comment !== null && mustShow ? { ...comment, public: true } : comment
}

async function requestedTicket(
  ctx: Context,
  input: TicketInput,
  loaded: Loaded,
  { source, isImport }: { readonly source: TicketRow | null; readonly isImport: boolean },
): Promise<TicketState> {
  const { people, setup, groups } = loaded
  const { assign_default_organization } = ctx.account.settings.tickets
  const own = isPerson(people.requester) || !assign_default_organization ? {} : { organization_id: ctx.actor.organization_id }
  const followed = source === null ? {} : { ...followUpVia(ctx, source), ...(await inheritMembers(ctx, source, setup, groups)) }
  const blank = { ...blankTicket(ctx, setup, input), ...own, ...followed }
  const asked = applyInput(ctx, blank, input, { ...loaded, isNew: true })
  const brought = isImport ? [] : await inheritTags(ctx, asked)
  if (brought.length === 0) return asked
  const additional_tags = [...(input.additional_tags ?? []), ...brought]
  return applyInput(ctx, blank, { ...input, additional_tags }, { ...loaded, isNew: true })
}

/** The role of the comment's author, who may be the author that was sent, the caller, or the submitter that was sent. */
function authorRole(ctx: Context, people: People, authorId: number): Role {
  if (isPerson(people.author)) return people.author.role
  if (authorId === ctx.actor.id) return ctx.actor.role
  return isPerson(people.submitter) ? people.submitter.role : 'end-user'
}

/** The change with the effects of its comment on the ticket. */
function applyComment(ctx: Context, before: TicketRow, asked: TicketState, comment: NewComment | null): TicketState {
  const now = ctx.now.toISOString()
  const comments =
    comment === null
      ? {}
      : { comment_count: before.comment_count + 1, latest_comment_added_at: now, is_public: before.is_public || comment.public }
  return { ...asked, ...comments, updated_at: now, generated_at: now }
}
