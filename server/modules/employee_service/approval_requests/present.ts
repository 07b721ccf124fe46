import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { wireTime } from '#lib/clock.ts'
import { presentPhoto } from '#modules/common/attachments/present.ts'
import { findGroups } from '#modules/people/groups/store.ts'
import { findUsers } from '#modules/people/users/store.ts'
import type { ApprovalRequest, ListedApprovalRequest } from './schema.ts'
import type { ApprovalRequestRow } from './store.ts'

/** A request as creating it answers it. @source docs/reference/employee_service.md §3 */
export function presentApprovalRequest(row: ApprovalRequestRow): AnswerOf<typeof ApprovalRequest> {
  return {
    id: row.id,
    ticket_id: row.ticket_id,
    subject: row.subject,
    message: row.message,
    status: row.status,
    assignee_user_id: row.assignee_user_id,
    assignee_group_id: row.assignee_group_id,
    origination_type: row.origination_type,
    created_by_id: row.created_by_id,
    created_at: wireTime(row.created_at),
  }
}

/** Requests as lists show them, with the names of people and groups, which are read at once. @source docs/reference/employee_service.md §3 */
export async function presentListedRequests(
  ctx: Context,
  rows: readonly ApprovalRequestRow[],
): Promise<AnswerOf<typeof ListedApprovalRequest>[]> {
  const people = new Map((await findUsers(ctx, idsIn(rows, 'created_by_id', 'assignee_user_id'))).map((user) => [user.id, user]))
  const groups = new Map((await findGroups(ctx, idsIn(rows, 'assignee_group_id'))).map((group) => [group.id, group]))
  const presentName = (id: number, known: ReadonlyMap<number, { readonly name: string }>) => ({ id, name: known.get(id)?.name ?? '' })
  return rows.map((row) => {
    const { assignee_user_id: userId, assignee_group_id: groupId } = row
    const photo = presentPhoto(ctx, people.get(row.created_by_id)?.photo)
    return {
      id: row.id,
      ticket_id: row.ticket_id,
      subject: row.subject,
      message: row.message,
      status: row.status,
      ...(userId === null ? {} : { assignee_user: presentName(userId, people) }),
      ...(groupId === null ? {} : { assignee_group: presentName(groupId, groups) }),
      created_by_user: {
        ...presentName(row.created_by_id, people),
        ...(photo === null ? {} : { photo: { content_url: photo.content_url } }),
      },
      origination_type: row.origination_type,
      created_at: wireTime(row.created_at),
      decided_at: null,
      decisions: [],
      clarification_flow_messages: [],
      withdrawn_reason: null,
    }
  })
}

type Reference = 'created_by_id' | 'assignee_user_id' | 'assignee_group_id'

function idsIn(rows: readonly ApprovalRequestRow[], ...members: readonly Reference[]): number[] {
  const ids = rows.flatMap((row) => members.map((member) => row[member]))
  return [...new Set(ids.filter((id) => id !== null))]
}
