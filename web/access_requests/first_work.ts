// Which of the lists of access requests somebody begins with.

import type { Duty } from '../api/access_people.ts'
import type { RequestRole } from '../api/access_requests.ts'

/** The lists of requests that wait for somebody, the first step of the process first. */
const WORK = ['to_approve', 'to_review', 'to_issue'] as const
type Work = (typeof WORK)[number]

/** What a duty is there for; whoever has one begins there even when nothing waits. */
const WORK_OF_DUTY: Readonly<Partial<Record<Duty, Work>>> = { provisioner: 'to_review', engineer: 'to_issue' }

/** The first list in which something waits, else the one of a duty, else the own requests. */
export function firstWork(duties: readonly Duty[], waiting: Readonly<Record<Work, number>>): RequestRole {
  const own = duties.map((duty) => WORK_OF_DUTY[duty])
  return WORK.find((work) => waiting[work] > 0) ?? WORK.find((work) => own.includes(work)) ?? 'mine'
}
