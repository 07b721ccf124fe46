/** The JSON of the home page. */
import Type from 'typebox'
import { flag, oneOf, orNull, text, textOrNull, whole } from '#http/answer_shape.ts'
import { Flag, defineInput, wrapInKey } from '#http/shape.ts'

/**
 * What waits, in the order it is shown. `to_approve`, `to_review` and `to_issue`: access requests; `to_open`: one-time secrets; `ending`: API
 * tokens that end within 21 days.
 */
export const WAITING_KINDS = ['to_approve', 'to_review', 'to_issue', 'to_open', 'ending'] as const
/** What is to be set up, in the order in which it is best done. */
export const SET_UP_STEPS = [
  'owner_password',
  'second_factor',
  'mail',
  'manager',
  'provisioner',
  'engineer',
  'integration_bot',
  'trackers',
] as const

export const HomeBody = wrapInKey('home', defineInput({ checklist_dismissed: Flag }))

export const Waiting = Type.Object({
  kind: oneOf(WAITING_KINDS),
  count: whole,
  /** The first five; `until`: when it expires or ends. */
  items: Type.Array(Type.Object({ id: whole, title: text, until: textOrNull })),
})

export const Home = Type.Object({
  instance: Type.Object({ name: text, kind: text, deployment: text }),
  waiting: Type.Array(Waiting),
  /** Null for callers who cannot set up the account. */
  checklist: orNull(Type.Object({ dismissed: flag, items: Type.Array(Type.Object({ key: oneOf(SET_UP_STEPS), done: flag })) })),
})
export const OneHome = Type.Object({ home: Home })
