// The types that calls are made of, by operation: its method and path, as in `GET /api/v2/tickets/:id`. Types alone.

import type { Operations } from './operations.ts'

/** An operation of the API. */
export type Operation = keyof Operations

/** What an operation takes: parameters of its path, its query, its body. */
export type Input<Op extends Operation> = Op extends Operation ? Pick<Operations[Op], InputName & keyof Operations[Op]> : never
type InputName = 'params' | 'query' | 'body'

/** The input as the last argument of a function; it may be left out where all of it may. */
export type InputArgument<Op extends Operation> = Partial<Input<Op>> extends Input<Op> ? [input?: Input<Op>] : [input: Input<Op>]

/** The same with the signal that aborts the call. */
export type CallArguments<Op extends Operation> =
  Partial<Input<Op>> extends Input<Op> ? [input?: Input<Op>, signal?: AbortSignal] : [input: Input<Op>, signal?: AbortSignal]

/** What an operation answers. */
export type Answer<Op extends Operation> = Operations[Op]['answer']

/** The parameters of the path of an operation. */
export type ParamsOf<Op extends Operation> = MemberOf<Operations[Op], 'params'>

/** The query of an operation. */
export type QueryOf<Op extends Operation> = NonNullable<MemberOf<Operations[Op], 'query'>>

/** What is sent in the body of an operation under a name, such as `ticket`. */
export type Content<Op extends Operation, Name extends string> = NonNullable<MemberOf<MemberOf<Operations[Op], 'body'>, Name>>

type MemberOf<Value, Name extends string> = Value extends { readonly [Key in Name]?: infer Member } ? Member : never

/** The operations that read lists, page by page. */
export type ListOperation = { [Op in Operation]: Answer<Op> extends { readonly meta?: PageMeta } ? Op : never }[Operation]
export interface PageMeta {
  readonly has_more: boolean
  readonly after_cursor?: string | null
}

/** The names of the lists in an answer. */
export type ListName<Op extends Operation> = {
  [Name in keyof Answer<Op>]-?: NonNullable<Answer<Op>[Name]> extends readonly unknown[] ? Name : never
}[keyof Answer<Op>]

/** A record of a list in an answer. */
export type Row<Op extends Operation, Name extends keyof Answer<Op>> =
  NonNullable<Answer<Op>[Name]> extends readonly (infer One)[] ? One : never
