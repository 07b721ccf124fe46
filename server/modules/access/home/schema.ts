/** The JSON of the home page. */
import Type from 'typebox'
import { flag, orNull, text, textOrNull, whole } from '../../../http/answer_shape.ts'
import { Flag, input, wrapped } from '../../../http/shape.ts'

export const HomeBody = wrapped('home', input({ checklist_dismissed: Flag }))

export const Waiting = Type.Object({
  /**
   * `to_approve`, `to_review` and `to_issue`: access requests; `to_open`: one-time secrets; `ending`: API tokens that end within 21 days.
   */
  kind: text,
  count: whole,
  /** The first five; `until`: when it expires or ends. */
  items: Type.Array(Type.Object({ id: whole, title: text, until: textOrNull })),
})

export const Home = Type.Object({
  instance: Type.Object({ name: text, kind: text, deployment: text }),
  waiting: Type.Array(Waiting),
  /** Null for callers who cannot set up the account. */
  checklist: orNull(Type.Object({ dismissed: flag, items: Type.Array(Type.Object({ key: text, done: flag })) })),
})
export const OneHome = Type.Object({ home: Home })
