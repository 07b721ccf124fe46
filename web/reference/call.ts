// Calls an operation from the page, with the dashboard's session or with an API token.
import { bodyOf } from '../api/body.ts'
import { endpoints } from '../paths.ts'
import type { Operation } from './api_document.ts'

/** The values of the form. */
export interface Filled {
  path: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  body: string
  email: string
  token: string
}

export interface Answered {
  status: number
  milliseconds: number
  text: string
}

/** The URL of a call: the path with its values, and the query parameters that are not empty. */
function addressOfCall(path: string, filled: Pick<Filled, 'path' | 'query'>): string {
  const address = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(filled.path[name] ?? ''))
  const query = new URLSearchParams(Object.entries(filled.query).filter(([, value]) => value !== '')).toString()
  return query === '' ? address : `${address}?${query}`
}

/** Sends the call. */
export async function callOperation(operation: Operation, filled: Filled): Promise<Answered> {
  const { method, body } = operation
  const begun = performance.now()
  const answer = await fetch(addressOfCall(operation.path, filled), {
    method,
    headers: {
      ...(await credentials(method, filled)),
      ...(body === undefined || filled.body === '' ? {} : { 'content-type': body.type }),
    },
    credentials: filled.token === '' ? 'same-origin' : 'omit',
    ...(body === undefined || filled.body === '' ? {} : { body: filled.body }),
  })
  const text = await answer.text()
  return { status: answer.status, milliseconds: Math.round(performance.now() - begun), text: pretty(text) }
}

/** The API token if one is given; otherwise the session's CSRF token for writes. */
async function credentials(method: string, { email, token }: Filled): Promise<Record<string, string>> {
  if (token !== '') return { authorization: `Basic ${btoa(`${email}/token:${token}`)}` }
  if (method === 'GET') return {}
  const { user } = await bodyOf<{ user?: { authenticity_token?: string } }>(await fetch(endpoints.me))
  return user?.authenticity_token === undefined ? {} : { 'x-csrf-token': user.authenticity_token }
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // not JSON: shown as it is
    return text
  }
}
