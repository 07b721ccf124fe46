/** The JSON of access requests, as input and as output. @source docs/reference/access_governance.md §2 */
import Type, { type Static } from 'typebox'
import { Anything, Id, input, Tags, Text, Whole, wrapped } from '../../../http/shape.ts'

const TEXTS = { title: Text, business_reason: Text, use_case: Text, external_url: Text }

/** Members that ask for less than administrator level. They are read only to refuse them. */
const LEVELS = { role: Anything, level: Anything, permission: Anything }

export const NewAccessRequestInput = input({
  ...TEXTS,
  kind: Text,
  integration_kind: Text,
  scopes: Tags,
  lifetime_days: Whole,
  ...LEVELS,
})
export type NewAccessRequestInput = Static<typeof NewAccessRequestInput>
export const NewAccessRequestBody = wrapped('access_request', NewAccessRequestInput)

/** The requester changes texts, an administrator the manager. */
export const AccessRequestInput = input({ ...TEXTS, manager_id: Id })
export type AccessRequestInput = Static<typeof AccessRequestInput>
export const AccessRequestBody = wrapped('access_request', AccessRequestInput)

/** `text_version`: the version of the text the caller has read. If the text was edited since, the step is refused. */
export const StepInput = input({ reason: Text, text_version: Text })
export type StepInput = Static<typeof StepInput>
/** Optional for steps that need no reason. */
export const StepBody = input({ step: StepInput })

export const CommentBody = wrapped('comment', input({ body: Text }))

const textOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] })
const idOrNull = Type.Unsafe<number | null>({ type: ['integer', 'null'] })

/** A step that is left of a request: at most ten of those who could take it by name, how many they are, and a sentence where they are none. */
export const NextStep = Type.Object(
  {
    step: Type.String(),
    people: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() }, { additionalProperties: false })),
    count: Type.Integer(),
    problem: textOrNull,
  },
  { additionalProperties: false },
)

/** A preview of a request the caller would file now. */
export const UnfiledAccessRequest = Type.Object(
  {
    manager_id: idOrNull,
    /** Why the caller cannot file any request. */
    problem: textOrNull,
    kinds: Type.Array(
      Type.Object({ kind: Type.String(), problem: textOrNull, next_steps: Type.Array(NextStep) }, { additionalProperties: false }),
    ),
  },
  { additionalProperties: false },
)

export const AccessRequest = Type.Object(
  {
    id: Type.Integer(),
    url: Type.String(),
    page_url: Type.String(),
    kind: Type.String(),
    state: Type.String(),
    title: Type.String(),
    business_reason: Type.String(),
    use_case: Type.String(),
    integration_kind: textOrNull,
    scopes: Type.Array(Type.String()),
    lifetime_days: idOrNull,
    external_url: textOrNull,
    /** For an integration where an API token would be enough. */
    advice: textOrNull,
    requester_id: Type.Integer(),
    manager_id: Type.Integer(),
    approved_by_id: idOrNull,
    reviewed_by_id: idOrNull,
    decided_by_id: idOrNull,
    issued_by_id: idOrNull,
    deadline_at: textOrNull,
    api_token_id: idOrNull,
    integration_id: idOrNull,
    shared_secret_id: idOrNull,
    approved_at: textOrNull,
    reviewed_at: textOrNull,
    accepted_at: textOrNull,
    issued_at: textOrNull,
    handed_over_at: textOrNull,
    activated_at: textOrNull,
    closed_at: textOrNull,
    created_at: Type.String(),
    updated_at: Type.String(),
    /** Changes only when what is requested, or why, is edited. */
    text_version: Type.String(),
    /** The steps the caller may take now. */
    allowed_steps: Type.Array(Type.String()),
    /** What the caller may do now with the value of the credential: hand_over, rotate. */
    allowed_acts: Type.Array(Type.String()),
    /** The remaining steps, the next one first. */
    next_steps: Type.Array(NextStep),
  },
  { additionalProperties: false },
)

export const AccessRequestEvent = Type.Object(
  {
    id: Type.Integer(),
    type: Type.String(),
    actor_id: Type.Integer(),
    actor_name: Type.String(),
    from_state: textOrNull,
    to_state: textOrNull,
    body: Type.String(),
    created_at: Type.String(),
  },
  { additionalProperties: false },
)

export const AccessRequestComment = Type.Object(
  { id: Type.Integer(), body: Type.String(), author_id: Type.Integer(), author_name: Type.String(), created_at: Type.String() },
  { additionalProperties: false },
)
