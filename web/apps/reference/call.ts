// The call that a form describes. Pure.
// Does not belong here: sending it (send_call.ts), writing it as code (samples/).
import type { Content, Operation, Schema } from './api_document.ts'

/** The values of the form. */
export interface Filled {
  path: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  body: string
  /** The texts beside the file, where the body is a form with one. */
  texts: Readonly<Record<string, string>>
  file: File | undefined
  email: string
  token: string
}

/** What a call sends. `file` is undefined until one is chosen. */
export type Payload =
  | { kind: 'none' }
  | { kind: 'text'; type: string; text: string }
  | { kind: 'file'; type: string; file: File | undefined; file_name: string }
  | { kind: 'form'; field: string; file: File | undefined; file_name: string; texts: readonly (readonly [name: string, text: string])[] }

/** A call as it is sent; samples are generated from it, too. */
export interface Call {
  method: string
  /** Its path and query. */
  address: string
  is_open: boolean
  email: string
  payload: Payload
}

/** The form as it is first shown: path parameters and the body of the example. */
export function exampleOf({ parameters, body }: Operation): Filled {
  const path = parameters.filter((each) => each.in === 'path').map(({ name, example }) => [name, String(example ?? '')])
  return { path: Object.fromEntries(path), query: {}, body: bodyExample(body?.example), texts: {}, file: undefined, email: '', token: '' }
}

function bodyExample(example: unknown): string {
  if (typeof example === 'string') return example
  return example === undefined ? '' : JSON.stringify(example, null, 2)
}

/** The call: the path with its values, the query parameters that are not empty, and the body. A missing path value becomes its name in capitals. */
export function callOf({ method, path, is_open, body }: Operation, filled: Filled): Call {
  const address = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(filled.path[name]?.trim() || name.toUpperCase()))
  const query = Object.entries(filled.query).filter(([, value]) => value.trim() !== '')
  const text = query.map(([name, value]) => `${name}=${encodeURIComponent(value.trim())}`).join('&')
  return {
    method,
    address: text === '' ? address : `${address}?${text}`,
    is_open,
    email: filled.email.trim(),
    payload: payloadOf(body, filled),
  }
}

function payloadOf(content: Content | undefined, { body, texts, file }: Filled): Payload {
  if (content === undefined) return { kind: 'none' }
  const file_name = file?.name ?? 'FILE'
  if (isFile(content.schema)) return { kind: 'file', type: file?.type || 'application/octet-stream', file, file_name }
  const field = findFileField(content)
  if (field !== undefined) return { kind: 'form', field, file, file_name, texts: Object.entries(texts).filter(([, text]) => text !== '') }
  return body.trim() === '' ? { kind: 'none' } : { kind: 'text', type: content.type, text: body }
}

/** Whether a schema is that of a file. */
export const isFile = ({ format }: Schema) => format === 'binary'

/** The name of the file in a form; undefined if the body is no form with one. */
export function findFileField({ type, schema }: Content): string | undefined {
  if (type !== 'multipart/form-data') return undefined
  return Object.entries(schema.properties ?? {}).find(([, member]) => isFile(member))?.[0]
}
