/** What a job is on the wire. @source docs/reference/conventions.md §7 */
import Type from 'typebox'
import { anyObject, flag, text, textOrNull, wholeOrNull } from '#http/answer_shape.ts'

export const JobStatus = Type.Object({
  id: text,
  job_type: text,
  url: text,
  total: wholeOrNull,
  progress: wholeOrNull,
  status: text,
  message: textOrNull,
  results: Type.Union([Type.Null(), Type.Array(anyObject), Type.Object({ success: flag })]),
})
/** The answer of everything that starts a job, too. */
export const OneJobStatus = Type.Object({ job_status: JobStatus })
export const SomeJobStatuses = Type.Object({ job_statuses: Type.Array(JobStatus) })
