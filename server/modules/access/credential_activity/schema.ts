/** The JSON of activity and the radar. @source docs/reference/access_governance.md §12.2 */
import Type from 'typebox'
import { flag, text, textOrNull, whole, wholeOrNull, wholes } from '#http/answer_shape.ts'
import { Id, listQuery, Moment, Whole, Word } from '#http/shape.ts'

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

const SUMS = { calls: whole, errors: whole, limited: whole }
const Day = Type.Object({ day: text, ...SUMS }, { additionalProperties: false })
/** The subject of the sums; null for members the grouping does not determine. */
const Subject = {
  credential_kind: textOrNull,
  credential_id: wholeOrNull,
  client_id: wholeOrNull,
  user_id: wholeOrNull,
  method: textOrNull,
  route: textOrNull,
  user_agent: textOrNull,
  ip_address: textOrNull,
}

export const Activity = Type.Object(
  {
    key: text,
    label: text,
    detail: textOrNull,
    ...Subject,
    ...SUMS,
    first_at: text,
    last_at: text,
    trend: Type.Array(Day),
  },
  { additionalProperties: false },
)

export const Totals = Type.Object({ ...SUMS, days: Type.Array(Day) })

/** JSON, or text with `format=csv`. */
export const ActivityAnswer = Type.Union([
  text,
  Type.Object({
    activity: Type.Array(Activity),
    by: text,
    from: text,
    to: text,
    totals: Totals,
  }),
])

export const RadarQuery = Type.Partial(Type.Object({ days: Whole, format: Word }))

export const Caller = Type.Object(
  {
    key: text,
    label: text,
    credential_kind: text,
    credential_id: wholeOrNull,
    client_id: wholeOrNull,
    user_id: wholeOrNull,
    user: textOrNull,
    user_agent: textOrNull,
    ip_address: textOrNull,
    calls: whole,
    last_at: text,
    blocked_from: textOrNull,
    rehearsing: flag,
  },
  { additionalProperties: false },
)

export const RadarAnswer = Type.Union([
  text,
  Type.Object({
    radar: Type.Object(
      {
        as_of: text,
        days: whole,
        rehearsal: Type.Object(
          {
            at: textOrNull,
            whole_instance: flag,
            api_token_ids: wholes,
            user_ids: wholes,
            oauth_client_ids: wholes,
          },
          { additionalProperties: false },
        ),
        retirements: Type.Array(
          Type.Object(
            {
              key: text,
              title: text,
              ends_at: textOrNull,
              days_left: wholeOrNull,
              replacement: text,
              calls: whole,
              callers_count: whole,
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
