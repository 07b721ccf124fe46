// THE HTTP CONVENTIONS: paths, input, envelopes, paging, bulk verbs, limits, headers; everything of the API that belongs to no single
// resource.
// Not here: what a resource means.
import type { FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { Context } from '#core/context.ts'
import type { HttpError } from '#core/errors.ts'
import type { Received } from '#files/receive.ts'
import type { Bucket } from './limits.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Query parameters as sent: keys with their brackets (`page[size]`), a repeated key or `key[]` as a list. */
export type Query = Readonly<Record<string, string | string[]>>

/** A request of a route. */
export type ApiRequest = FastifyRequest<ApiRoute>

/** What the application parses for a route: the query by query.ts, and the parameters of the path. */
export interface ApiRoute {
  Querystring: Query
  Params: Record<string, string>
}

/** The names in a path: `/users/:id` → `id`. */
type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** Path parameters: ids are numbers, what a route lists under `text_params` is text. */
type Params<Path extends string, TextName extends string> = { readonly [Name in Names<Path>]: Name extends TextName ? string : number }

type Read<Schema> = Schema extends TSchema ? Static<Schema> : Record<string, never>

type ReadonlyDeep<Value> = Value extends readonly (infer Item)[]
  ? readonly ReadonlyDeep<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: ReadonlyDeep<Value[Key]> }
    : Value

/** What a shape allows in an answer: `AnswerOf<typeof User>` is what the presenter of users returns. */
export type AnswerOf<Schema> = Schema extends TSchema ? ReadonlyDeep<Static<Schema>> : unknown

/** The address of a request, for links to other pages: the path without `.json`, and the query as sent. */
export interface Address {
  readonly base_url: string
  readonly path: string
  readonly query: Query
}

/** A file sent with a request. Unless kept, it is removed at the end of the request. */
export interface SentFile {
  /** Its name in the form, such as `user[photo][uploaded_data]`; empty where it was the whole body. */
  readonly field: string
  readonly file_name: string | null
  /** As the client declares it. */
  readonly content_type: string | null
  readonly received: Received
}

/** The input of a handler besides the context. */
export interface Input<Path extends string = string, TextName extends string = string, QuerySchema = undefined, BodySchema = undefined> {
  readonly params: Params<Path, TextName>
  readonly query: Read<QuerySchema>
  readonly body: Read<BodySchema>
  readonly address: Address
  /** The session's `authenticity_token`, where there is a session. */
  readonly csrf: string | undefined
  /** The Authorization header, for a route that reads it itself: see `credentials`. */
  readonly authorization: string | undefined
  /** The Cookie header, for the same routes. */
  readonly cookies: string | undefined
  /** For routes that take files; see `files`. */
  readonly files: readonly SentFile[]
  /** The conditions of the request, for routes that support them. */
  readonly asked: RequestConditions
}

/** The answer a client wants, by its headers. @source RFC 9110 §12, §13, §14 */
export interface RequestConditions {
  readonly range: string | undefined
  readonly if_range: string | undefined
  readonly if_none_match: string | undefined
  /** HEAD: the answer without its body, which need not be produced where that is costly. */
  readonly head_only: boolean
  /** The Accept header names JSON explicitly, not only a wildcard. */
  readonly names_json: boolean
}

/** The answer of a handler. `body` undefined means none; text is sent as it is, and a stream as it arrives. */
export interface Result<Body = unknown> {
  readonly status: number
  readonly body?: Body
  readonly headers?: Readonly<Record<string, string | string[]>>
}

/** Resources whose records answers of other families show. */
export type Shown = 'tickets' | 'users' | 'organizations'

/** One operation of the API. */
export interface Route<
  Path extends string = string,
  TextName extends string = string,
  QuerySchema = unknown,
  BodySchema = unknown,
  AnswerSchema = unknown,
> {
  readonly method: Method
  /** As in the public API, with `:name` for parameters and without `.json`. */
  readonly path: Path
  /** `controller/action` as the public API writes it in error texts and warnings. */
  readonly name: string
  readonly summary: string
  /** The resource part of the OAuth scope; null = any token will do. `read` or `write` follows from the method unless given. */
  readonly scope: string | null
  readonly access?: 'read' | 'write'
  /** What its answer shows of other resources: a token needs to read these, too. Side-loaded records are not among them. */
  readonly shows?: readonly Shown[]
  /** Callers without credentials are admitted; the act decides what they see. */
  readonly anonymous?: boolean
  /** `none`: the Authorization header is not a user's and is left to the handler; no one is signed in. @source RFC 6749 §2.3.1 */
  readonly credentials?: 'none'
  /** Open to a session that can do nothing but set up a second factor. */
  readonly while_enrolling?: boolean
  /** Accepts JSON only, no form: a page of another site can submit a form cross-origin, but not JSON. */
  readonly json_only?: boolean
  readonly text_params?: readonly TextName[]
  readonly query?: QuerySchema
  readonly body?: BodySchema
  /** The shape of a 200/201 answer, for openapi.json and for checks in tests. */
  readonly answer?: AnswerSchema
  /** Limits of this endpoint in addition to the account's. */
  readonly buckets?: readonly Bucket[]
  /** `POST /tickets` only: supports the Idempotency-Key header. @source docs/reference/conventions.md §9 */
  readonly idempotent?: boolean
  /**
   * Accepts files. `body`: the whole body is one, whatever its type, unless it is a form with one; `form`: besides JSON a form with files.
   */
  readonly files?: 'body' | 'form'
  /** The name of the file in such a form, for openapi.json. A route without a `body`, or with one that has this member, takes the form only. */
  readonly file_field?: string
  /** Answers with a file, for openapi.json: its media type is that of the file. */
  readonly answers_file?: true
  /** May refuse before the body is read, so that a disallowed upload is not written to disk. */
  readonly admits?: (ctx: Context) => void
  /** The format of refusals where another standard defines it: wraps every error of the route, including those before the handler. */
  readonly refusal?: (error: HttpError) => HttpError
  handle(ctx: Context, input: Input<Path, TextName, QuerySchema, BodySchema>): Promise<Result<AnswerOf<AnswerSchema>>>
}

/** A route whose types have been checked; the list of all routes has this type. */
export type AnyRoute = Omit<Route, 'handle' | 'query' | 'body' | 'answer'> & {
  readonly query?: TSchema | undefined
  readonly body?: TSchema | undefined
  readonly answer?: TSchema | undefined
  handle(ctx: Context, input: never): Promise<Result>
}

/** Declares a route: the types of `input` follow from its path and shapes. */
export function route<
  const Path extends string,
  const TextName extends string = never,
  QuerySchema extends TSchema | undefined = undefined,
  BodySchema extends TSchema | undefined = undefined,
  AnswerSchema extends TSchema | undefined = undefined,
>(definition: Route<Path, TextName, QuerySchema, BodySchema, AnswerSchema>): AnyRoute {
  return definition
}

/** 200 with a body. */
export const answerOk = <Body>(body: Body): Result<Body> => ({ status: 200, body })
/** 201 with the new record and where it is. */
export const answerNewRecord = <Body>(body: Body, location: string): Result<Body> => ({ status: 201, body, headers: { location } })
/** The same answer, not to be cached: it holds a secret. */
export const forbidCaching = <Body>(result: Result<Body>): Result<Body> => ({
  ...result,
  headers: { ...result.headers, 'cache-control': 'no-store' },
})
/** 204 without a body. */
export const answerNoContent = (): Result<never> => ({ status: 204 })
