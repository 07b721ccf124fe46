/** The JSON of access requests, as input and as output. @source docs/reference/access_governance.md §2 */
import Type, { type Static } from 'typebox'
import { oneOf, orNull, text, textOrNull, texts, whole, wholeOrNull } from '#http/answer_shape.ts'
import { LEVEL_MEMBERS } from '#auth/token_level.ts'
import { fromKeys } from '#lib/objects.ts'
import { Anything, Id, defineInput, Line, Tags, Text, Whole, wrapInKey } from '#http/shape.ts'
import { NEXT_STEPS, PERSON_STEPS, REQUEST_KINDS, REQUEST_STATES, VALUE_ACTS } from './states.ts'

const TEXTS = { title: Line, business_reason: Text, use_case: Text, external_url: Text }

/** Members that ask for less than administrator level. They are read only to refuse them. */
const LEVELS = fromKeys(LEVEL_MEMBERS, () => Anything)

export const NewAccessRequestInput = defineInput({
  ...LEVELS,
  ...TEXTS,
  kind: Text,
  integration_kind: Text,
  scopes: Tags,
  lifetime_days: Whole,
})
export type NewAccessRequestInput = Static<typeof NewAccessRequestInput>
export const NewAccessRequestBody = wrapInKey('access_request', NewAccessRequestInput)

/** The requester changes texts, an administrator the manager. */
export const AccessRequestInput = defineInput({ ...TEXTS, manager_id: Id })
export type AccessRequestInput = Static<typeof AccessRequestInput>
export const AccessRequestBody = wrapInKey('access_request', AccessRequestInput)

/** `text_version`: the version of the text the caller has read. If the text was edited since, the step is refused. */
const StepInput = defineInput({ reason: Text, text_version: Text })
/** Optional for steps that need no reason. */
export const StepBody = defineInput({ step: StepInput })

export const CommentBody = wrapInKey('comment', defineInput({ body: Text }))

/** A remaining step: at most ten of the people who could take it, their full number, and the problem as a sentence if there are none. */
export const NextStep = Type.Object(
  {
    step: oneOf(NEXT_STEPS),
    people: Type.Array(Type.Object({ id: whole, name: text }, { additionalProperties: false })),
    count: whole,
    problem: textOrNull,
  },
  { additionalProperties: false },
)

/** A user that a record refers to. */
export const NamedUser = Type.Object({ id: whole, name: text, email: textOrNull, role: text }, { additionalProperties: false })
/** Beside records, with `include=users`. */
export const NAMED_USERS = { users: Type.Optional(Type.Array(NamedUser)) }

/** A preview of a request the caller would file now. */
export const UnfiledAccessRequest = Type.Object(
  {
    manager_id: wholeOrNull,
    /** Why the caller cannot file any request. */
    problem: textOrNull,
    kinds: Type.Array(
      Type.Object({ kind: oneOf(REQUEST_KINDS), problem: textOrNull, next_steps: Type.Array(NextStep) }, { additionalProperties: false }),
    ),
  },
  { additionalProperties: false },
)

export const AccessRequest = Type.Object(
  {
    id: whole,
    url: text,
    page_url: text,
    kind: oneOf(REQUEST_KINDS),
    state: oneOf(REQUEST_STATES),
    title: text,
    business_reason: text,
    use_case: text,
    integration_kind: textOrNull,
    scopes: texts,
    lifetime_days: wholeOrNull,
    external_url: textOrNull,
    /** For an integration where an API token would be enough. */
    advice: textOrNull,
    requester_id: whole,
    manager_id: whole,
    approved_by_id: wholeOrNull,
    reviewed_by_id: wholeOrNull,
    decided_by_id: wholeOrNull,
    issued_by_id: wholeOrNull,
    deadline_at: textOrNull,
    api_token_id: wholeOrNull,
    integration_id: wholeOrNull,
    shared_secret_id: wholeOrNull,
    approved_at: textOrNull,
    reviewed_at: textOrNull,
    accepted_at: textOrNull,
    issued_at: textOrNull,
    handed_over_at: textOrNull,
    activated_at: textOrNull,
    closed_at: textOrNull,
    created_at: text,
    updated_at: text,
    /** Changes only when what is requested, or why, is edited. */
    text_version: text,
    /** The steps the caller may take now. */
    allowed_steps: Type.Array(oneOf(PERSON_STEPS)),
    /** What the caller may do now with the value of its credential. */
    allowed_acts: Type.Array(oneOf(VALUE_ACTS)),
    /** The remaining steps, the next one first. */
    next_steps: Type.Array(NextStep),
  },
  { additionalProperties: false },
)

export const AccessRequestEvent = Type.Object(
  {
    id: whole,
    type: text,
    actor_id: whole,
    actor_name: text,
    from_state: orNull(oneOf(REQUEST_STATES)),
    to_state: orNull(oneOf(REQUEST_STATES)),
    body: text,
    created_at: text,
  },
  { additionalProperties: false },
)

export const AccessRequestComment = Type.Object(
  { id: whole, body: text, author_id: whole, author_name: text, created_at: text },
  { additionalProperties: false },
)
