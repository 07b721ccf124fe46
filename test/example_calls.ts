/** Calls that are made to be examples: what they answer is chosen for the API reference when it is recorded (recording.ts), before that of any other test. */
import assert from 'node:assert/strict'
import type { TestApp } from './app.ts'
import type { Answer, Client } from './client.ts'
import { EXAMPLE } from './recording.ts'

type Body = any // whatever the call answers
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** Makes one call, in person unless by another client. It must succeed; brings what it answers. */
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
