/** The JSON of the home page. */
import Type from 'typebox'
import { Flag, input, wrapped } from '../../../http/shape.ts'

export const HomeBody = wrapped('home', input({ checklist_dismissed: Flag }))

const text = Type.String()

const Waiting = Type.Object({
  /**
   * `to_approve`, `to_review` and `to_issue`: access requests; `to_open`: one-time secrets; `ending`: API tokens that end within 21 days.
   */
  kind: text,
  count: Type.Integer(),
  /** The first five; `until`: when it expires or ends. */
  items: Type.Array(Type.Object({ id: Type.Integer(), title: text, until: Type.Unsafe<string | null>({ type: ['string', 'null'] }) })),
})

export const OneHome = Type.Object({
  home: Type.Object({
    instance: Type.Object({ name: text, kind: text, deployment: text }),
    waiting: Type.Array(Waiting),
    /** Null for callers who cannot set up the account. */
    checklist: Type.Union([
      Type.Null(),
      Type.Object({ dismissed: Type.Boolean(), items: Type.Array(Type.Object({ key: text, done: Type.Boolean() })) }),
    ]),
  }),
})
