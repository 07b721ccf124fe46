/** The JSON of activity and the radar. @source docs/reference/access_governance.md §12.2 */
import Type from 'typebox'
import { Id, listQuery, Moment, Whole, Word } from '../../../http/shape.ts'

const integer = Type.Integer()
const text = Type.String()
const orNull = (type: ReturnType<typeof Type.Integer> | ReturnType<typeof Type.String>) => Type.Union([type, Type.Null()])

export const ActivityQuery = listQuery({
  by: Word,
  from: Moment,
  to: Moment,
  format: Word,
  'filter[credential_kind]': Word,
  'filter[credential_id]': Id,
  'filter[client_id]': Id,
  'filter[user_id]': Id,
  'filter[method]': Word,
  'filter[route]': Word,
  'filter[user_agent]': Word,
  'filter[ip_address]': Word,
})

const Sums = { calls: integer, errors: integer, limited: integer }
/** The subject of the sums; null for members the grouping does not determine. */
const Subject = {
  credential_kind: orNull(text),
  credential_id: orNull(integer),
  client_id: orNull(integer),
  user_id: orNull(integer),
  method: orNull(text),
  route: orNull(text),
  user_agent: orNull(text),
  ip_address: orNull(text),
}

export const Activity = Type.Object(
  {
    key: text,
    label: text,
    detail: orNull(text),
    ...Subject,
    ...Sums,
    first_at: text,
    last_at: text,
    trend: Type.Array(Type.Object({ day: text, ...Sums }, { additionalProperties: false })),
  },
  { additionalProperties: false },
)

/** JSON, or text with `format=csv`. */
export const ActivityAnswer = Type.Union([
  Type.String(),
  Type.Object({
    activity: Type.Array(Activity),
    by: text,
    from: text,
    to: text,
    totals: Type.Object({ ...Sums, days: Type.Array(Type.Object({ day: text, ...Sums }, { additionalProperties: false })) }),
  }),
])

export const RadarQuery = Type.Partial(Type.Object({ days: Whole, format: Word }))

const Caller = Type.Object(
  {
    key: text,
    label: text,
    credential_kind: text,
    credential_id: orNull(integer),
    client_id: orNull(integer),
    user_id: orNull(integer),
    user: orNull(text),
    user_agent: orNull(text),
    ip_address: orNull(text),
    calls: integer,
    last_at: text,
    blocked_from: orNull(text),
    rehearsing: Type.Boolean(),
  },
  { additionalProperties: false },
)

export const RadarAnswer = Type.Union([
  Type.String(),
  Type.Object({
    radar: Type.Object(
      {
        as_of: text,
        days: integer,
        rehearsal: Type.Object(
          {
            at: orNull(text),
            whole_instance: Type.Boolean(),
            api_token_ids: Type.Array(integer),
            user_ids: Type.Array(integer),
            oauth_client_ids: Type.Array(integer),
          },
          { additionalProperties: false },
        ),
        retirements: Type.Array(
          Type.Object(
            {
              key: text,
              title: text,
              ends_at: orNull(text),
              days_left: orNull(integer),
              replacement: text,
              calls: integer,
              callers_count: integer,
              callers: Type.Array(Caller),
            },
            { additionalProperties: false },
          ),
        ),
      },
      { additionalProperties: false },
    ),
  }),
])
