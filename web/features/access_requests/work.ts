import type { QueryClient } from '@tanstack/react-query'
import { readCount, type RequestRole, requestCountQuery } from './queries.ts'
import { firstWork } from './first_work.ts'
import { ownAccessQuery } from '#features/session/public.ts'

/** The list of access requests with work for the signed-in user now. */
export async function currentWork(queryClient: QueryClient): Promise<RequestRole> {
  const count = async (role: RequestRole) => readCount(await queryClient.fetchQuery(requestCountQuery(role)))
  const [{ access_person }, to_approve, to_review, to_issue] = await Promise.all([
    queryClient.fetchQuery(ownAccessQuery),
    count('to_approve'),
    count('to_review'),
    count('to_issue'),
  ])
  return firstWork(access_person.duties, { to_approve, to_review, to_issue })
}
