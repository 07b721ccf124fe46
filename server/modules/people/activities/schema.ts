// ACTIVITIES: what happened to an agent's tickets in the last 30 days, one stream per agent.
// Not here: the full history of a ticket (ticket_audits/).
import Type from 'typebox'
import { flagOrNull, text, textOrNull, whole } from '#http/answer_shape.ts'
import { listQuery, Moment } from '#http/shape.ts'
import { User } from '../users/schema.ts'

export const ActivityQuery = listQuery({ since: Moment })

const Subject = Type.Object({ ticket: Type.Object({ id: whole, subject: textOrNull }) })
/** A user as the caller may see them; rules and jobs of the system have only an id and a name. */
const Somebody = Type.Object({ ...Type.Partial(User).properties, id: whole, name: text })
export const Activity = Type.Object({
  url: text,
  id: whole,
  title: text,
  verb: text,
  user_id: whole,
  actor_id: whole,
  updated_at: text,
  created_at: text,
  object: Type.Object({ comment: Type.Optional(Type.Object({ value: text, public: flagOrNull })), ...Subject.properties }),
  target: Subject,
  user: Somebody,
  actor: Somebody,
})
export const OneActivity = Type.Object({ activity: Activity })
export const SomeActivities = Type.Object({ activities: Type.Array(Activity), actors: Type.Array(User), users: Type.Array(User) })
