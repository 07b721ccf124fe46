// Which tab of the access requests opens first.

import type { RequestRole } from './queries.ts'
import type { Duty } from '#features/session/public.ts'

/** The lists of requests that wait for the user, in the order of the process. */
const WORK = ['to_approve', 'to_review', 'to_issue'] as const
type Work = (typeof WORK)[number]

/** The list each duty works on: it opens first for a user with that duty even when nothing waits. */
const WORK_OF_DUTY: Readonly<Partial<Record<Duty, Work>>> = { provisioner: 'to_review', engineer: 'to_issue' }

/** The first list with a waiting request, otherwise that of the user's duty, otherwise the own requests. */
export function firstWork(duties: readonly Duty[], waiting: Readonly<Record<Work, number>>): RequestRole {
  const own = duties.map((duty) => WORK_OF_DUTY[duty])
  return WORK.find((work) => waiting[work] > 0) ?? WORK.find((work) => own.includes(work)) ?? 'mine'
}
