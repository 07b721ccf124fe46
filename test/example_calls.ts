/** Calls made as examples: in the API reference their recorded responses take precedence over those of other tests (recording.ts). */
import assert from 'node:assert/strict'
import type { TestApp } from './app.ts'
import type { Answer, Client } from './client.ts'
import { EXAMPLE } from './recording.ts'

type Body = any // the body of any response
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** Makes one call, in person unless another client is given. It must succeed; returns the body. */
export type Call = (method: Method, path: string, body?: unknown, client?: Client) => Promise<Body>

/** `path` is below `/api/v2/`. */
export function callsOf(app: TestApp): Call {
  return async (method, path, body, client = app.inPerson) => {
    const marked = { [EXAMPLE]: 'yes' }
    const at = `/api/v2/${path}`
    const answer: Answer = method === 'get' ? await client.get(at, marked) : await client[method](at, body, marked)
    assert.ok(answer.status < 300, `${method} ${at}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
}
