/** Shapes of what webhooks are sent and answered. @source docs/reference/webhooks.md §1, §2 */
import Type, { type Static } from 'typebox'
import { flag, text, texts, whole } from '#http/answer_shape.ts'
import { Anything, defineInput, listOf, Members, Moment, Name, Text, Word, Words } from '#http/shape.ts'

/** A member that null removes. */
const makeRemovable = <Value>(shape: object) => Type.Unsafe<Value | null>({ ...shape, type: ['object', 'null'] })

const AuthenticationData = defineInput({ username: Text, password: Text, token: Text, name: Text, value: Text })
const AuthenticationInput = defineInput({ type: Word, data: AuthenticationData, add_position: Word })
export type AuthenticationInput = Static<typeof AuthenticationInput>

const CALLED = {
  endpoint: Word,
  http_method: Word,
  request_format: Word,
  authentication: makeRemovable<AuthenticationInput>(AuthenticationInput),
  custom_headers: makeRemovable<Record<string, unknown>>(Members),
}

const WebhookInput = defineInput({ name: Name, description: Text, status: Word, subscriptions: Words, ...CALLED })
export type WebhookInput = Static<typeof WebhookInput>
/** The key may be left out by a copy alone. */
export const WebhookBody = defineInput({ webhook: WebhookInput })
export const CloneQuery = Type.Partial(Type.Object({ clone_webhook_id: Word }))

const Parameter = defineInput({ key: Word, value: Text })
const TestInput = defineInput({ payload: Anything, query_parameters: listOf(Parameter, 100), ...CALLED })
export type TestInput = Static<typeof TestInput>
export const TestBody = defineInput({ request: TestInput })
export const TestQuery = Type.Partial(Type.Object({ webhook_id: Word }))

const ReplayInput = defineInput({ invocation_id: Word, from: Moment, to: Moment, status: Word })
export type ReplayInput = Static<typeof ReplayInput>
export const ReplayBody = defineInput({ replay: ReplayInput })

const PAGE = { 'page[size]': Anything, 'page[after]': Word, 'page[before]': Word, sort: Word }
export const WebhooksQuery = Type.Partial(Type.Object({ ...PAGE, include: Word, 'filter[name_contains]': Word, 'filter[status]': Word }))
export const InvocationsQuery = Type.Partial(
  Type.Object({ ...PAGE, 'filter[status]': Word, 'filter[from_ts]': Anything, 'filter[to_ts]': Anything }),
)

const maybe = Type.Optional
/** How the last calls ended. */
export const RecentCalls = Type.Object({ count: whole, failed: whole, last_failed_at: maybe(text) })
const Webhook = Type.Object({
  id: text,
  name: text,
  description: maybe(text),
  status: text,
  subscriptions: texts,
  created_at: text,
  created_by: text,
  endpoint: text,
  http_method: text,
  request_format: text,
  authentication: maybe(
    Type.Object({ type: text, data: maybe(Type.Object({ username: maybe(text), name: maybe(text) })), add_position: text }),
  ),
  custom_headers: maybe(Type.Record(Type.String(), Type.String())),
  updated_at: maybe(text),
  updated_by: maybe(text),
  /** The integration that owns it. */
  integration_id: maybe(whole),
  recent_calls: maybe(RecentCalls),
})
export const OneWebhook = Type.Object({ webhook: Webhook })

/** The members of a page beside its records. */
const PAGE_MEMBERS = {
  meta: Type.Object({ has_more: flag, after_cursor: maybe(text), before_cursor: maybe(text) }),
  links: maybe(Type.Object({ next: maybe(text), prev: maybe(text) })),
}
export const PageMembers = Type.Object(PAGE_MEMBERS)
export const SomeWebhooks = Type.Object({ ...PAGE_MEMBERS, webhooks: Type.Array(Webhook) })

const Invocation = Type.Object({ id: text, status_code: maybe(whole), status: text, latest_completed_at: maybe(text) })
export const SomeInvocations = Type.Object({ ...PAGE_MEMBERS, invocations: Type.Array(Invocation) })

const Headers = Type.Array(Type.Object({ key: text, value: text }))
const Message = Type.Object({ headers: Headers, payload: text })
const Attempt = Type.Object({
  id: text,
  invocation_id: text,
  status_code: maybe(whole),
  status: text,
  request: maybe(Message),
  response: maybe(Message),
  completed_at: maybe(text),
})
export const SomeAttempts = Type.Object({ attempts: Type.Array(Attempt) })

export const SigningSecret = Type.Object({ signing_secret: Type.Object({ secret: text, algorithm: text }) })
export const TestAnswer = Type.Object({ response: Type.Object({ headers: Headers, status_code: whole, payload: text }) })
export const OneReplay = Type.Object({
  replay: Type.Object({ count: whole, has_more: flag, invocations: Type.Array(Type.Object({ id: text, replay_of: text })) }),
})
