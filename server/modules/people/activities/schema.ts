// ACTIVITIES: what happened to an agent's tickets in the last 30 days, one stream per agent.
// Not here: the full history of a ticket (ticket_audits/).
import Type from 'typebox'
import { listQuery, Moment } from '../../../http/shape.ts'

export const ActivityQuery = listQuery({ since: Moment })

const Hash = Type.Record(Type.String(), Type.Unknown())
export const Activity = Type.Object({
  url: Type.String(),
  id: Type.Integer(),
  title: Type.String(),
  verb: Type.String(),
  user_id: Type.Integer(),
  actor_id: Type.Integer(),
  updated_at: Type.String(),
  created_at: Type.String(),
  object: Hash,
  target: Hash,
  user: Hash,
  actor: Hash,
})
export const OneActivity = Type.Object({ activity: Activity })
export const SomeActivities = Type.Object({ activities: Type.Array(Activity), users: Type.Array(Hash), actors: Type.Array(Hash) })
