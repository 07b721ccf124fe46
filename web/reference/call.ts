// The call that a form describes, and sending it with the dashboard's session or with an API token.
import { bodyOf } from '../api/body.ts'
import { endpoints } from '../paths.ts'
import type { Content, Operation } from './api_document.ts'

/** The values of the form. */
export interface Filled {
  path: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  body: string
  file: File | undefined
  email: string
  token: string
}

/** A call as it is sent; samples are generated from it, too. */
export interface Call {
  method: string
  /** Its path and query. */
  address: string
  is_open: boolean
  email: string
  /** The media type of the body; undefined without a body. */
  type: string | undefined
  body: string
  file: File | undefined
  /** The name of the file; undefined if the body is none. */
  file_name: string | undefined
}

export interface Answered {
  status: number
  milliseconds: number
  text: string
}

/** The form as it is first shown: path parameters and the body of the example. */
export function exampleOf({ parameters, body }: Operation): Filled {
  const path = parameters.filter((each) => each.in === 'path').map(({ name, example }) => [name, String(example ?? '')])
  return { path: Object.fromEntries(path), query: {}, body: bodyExample(body?.example), file: undefined, email: '', token: '' }
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
    ...contentOf(body, filled),
  }
}

/** A form with files begins with its boundary, and its lines end as HTTP wants. @source RFC 2046 §5.1.1 */
function contentOf(content: Content | undefined, { body, file }: Filled): Pick<Call, 'type' | 'body' | 'file' | 'file_name'> {
  const none = { body: '', file: undefined, file_name: undefined }
  if (content !== undefined && isFile(content))
    return { ...none, type: file?.type || 'application/octet-stream', file, file_name: file?.name ?? 'FILE' }
  if (content === undefined || body.trim() === '') return { ...none, type: undefined }
  const { type } = content
  if (type !== 'multipart/form-data') return { ...none, type, body }
  const boundary = /^--(\S+)/.exec(body)?.[1] ?? ''
  return { ...none, type: `${type}; boundary=${boundary}`, body: body.replaceAll(/\r?\n/g, '\r\n') }
}

/** Whether the body is a file itself. */
export const isFile = ({ schema }: Content) => schema.format === 'binary'

/** Sends the call, with the API token if one is given, otherwise with the session. */
export async function sendCall(call: Call, token: string): Promise<Answered> {
  const begun = performance.now()
  const answer = await fetch(call.address, {
    method: call.method,
    headers: { ...(await makeAuthHeaders(call, token)), ...(call.type === undefined ? {} : { 'content-type': call.type }) },
    credentials: token === '' ? 'same-origin' : 'omit',
    ...(call.type === undefined ? {} : { body: call.file ?? call.body }),
  })
  const text = await answer.text()
  return { status: answer.status, milliseconds: Math.round(performance.now() - begun), text: formatJson(text) }
}

/** The API token if one is given; otherwise the session's CSRF token for writes. */
async function makeAuthHeaders({ method, email }: Call, token: string): Promise<Record<string, string>> {
  if (token !== '') return { authorization: `Basic ${btoa(`${email}/token:${token}`)}` }
  if (method === 'GET') return {}
  const { user } = await readMe()
  return user?.authenticity_token === undefined ? {} : { 'x-csrf-token': user.authenticity_token }
}

interface Me {
  user?: { id: number | null; name: string; email: string | null; authenticity_token?: string }
}

const readMe = async () => bodyOf<Me>(await fetch(endpoints.me))

/** The person whose session the browser has; null without one. */
export async function readCaller(): Promise<{ name: string; email: string | null } | null> {
  const { user } = await readMe()
  return user === undefined || user.id === null ? null : { name: user.name, email: user.email }
}

function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // not JSON: shown as it is
    return text
  }
}
