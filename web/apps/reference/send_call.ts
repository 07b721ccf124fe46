// Sends a call with the dashboard's session or with an API token.
// Does not belong here: what is sent (call.ts).
import { writeAddress } from '#contract/address.ts'
import { bodyOf } from '#contract/body.ts'
import type { Call, Payload } from './call.ts'

export interface Answered {
  status: number
  /** The call was made with an API token, not with the session. */
  has_token: boolean
  milliseconds: number
  text: string
}

/**
 * Sends the call, with the API token if one is given, otherwise with the session.
 * @throws Error that says to the reader why there is no answer
 */
export async function sendCall({ method, address, email, payload }: Call, token: string): Promise<Answered> {
  const has_token = token !== ''
  const auth = has_token ? writeBasicAuth(`${email}/token:${token}`) : await makeSessionHeaders(method)
  const { type, body } = writeBody(payload)
  const begun = performance.now()
  const answer = await callServer(address, {
    method,
    headers: { ...auth, ...(type === undefined ? {} : { 'content-type': type }) },
    credentials: has_token ? 'omit' : 'same-origin',
    ...(body === undefined ? {} : { body }),
  })
  const text = await answer.text()
  return { status: answer.status, has_token, milliseconds: Math.round(performance.now() - begun), text: formatJson(text) }
}

/** The body, and its type where the browser does not know it. */
function writeBody(payload: Payload): { type?: string; body?: BodyInit } {
  if (payload.kind === 'none') return {}
  if (payload.kind === 'text') return { type: payload.type, body: payload.text }
  if (payload.kind === 'file') return { type: payload.type, body: payload.file ?? '' }
  const form = new FormData()
  for (const [name, text] of payload.texts) form.append(name, text)
  if (payload.file !== undefined) form.append(payload.field, payload.file)
  return { body: form }
}

/** In UTF-8, which `btoa` does not take as it is. @source RFC 7617 §2.1 */
function writeBasicAuth(text: string): Record<string, string> {
  return { authorization: `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(text)))}` }
}

/** The session's CSRF token for writes. */
async function makeSessionHeaders(method: string): Promise<Record<string, string>> {
  if (method === 'GET') return {}
  return { 'x-csrf-token': (await readMe()).authenticity_token }
}

async function readMe() {
  const answer = await callServer(writeAddress('GET /api/v2/users/me'))
  if (!answer.ok) throw new Error(`Your session could not be read: the server answered ${answer.status}. Send the call again in a moment.`)
  return (await bodyOf('GET /api/v2/users/me', answer)).user
}

/** The person whose session the browser has; null without one. */
export async function readCaller(): Promise<{ name: string; email: string | null } | null> {
  const { id, name, email } = await readMe()
  return id === null ? null : { name, email }
}

async function callServer(address: string, options: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(address, options)
  } catch (error) {
    throw new Error('The server could not be reached. Check the connection, then send the call again.', { cause: error })
  }
}

function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // not JSON: shown as it is
    return text
  }
}
