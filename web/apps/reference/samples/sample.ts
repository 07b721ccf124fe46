// Samples of a call in curl, JavaScript and Python: what the form sends, with the API token in the environment.
// Does not belong here: how a language writes it (curl.ts, javascript.ts, python.ts).
import type { Call, Payload } from '../call.ts'
import { writeCurl } from './curl.ts'
import { writeJavaScript } from './javascript.ts'
import { writePython } from './python.ts'
import type { Sample } from './payload.ts'

export const LANGUAGES = ['curl', 'JavaScript', 'Python'] as const
export type Language = (typeof LANGUAGES)[number]

const WRITERS: Readonly<Record<Language, (sample: Sample) => string>> = {
  curl: writeCurl,
  JavaScript: writeJavaScript,
  Python: writePython,
}

/** The sample of a call. `server`: the base URL, without a trailing slash. */
export function sampleOf({ method, address, is_open, email, payload }: Call, server: string, language: Language): string {
  const user = is_open ? undefined : `${email || 'you@example.com'}/token`
  return WRITERS[language]({ method, url: server + address, user, payload: parseBody(payload) })
}

/** The payload, with a body of JSON as its value. */
function parseBody(payload: Payload): Sample['payload'] {
  if (payload.kind !== 'text' || !/[/+]json$/.test(payload.type)) return payload
  try {
    return { kind: 'json', type: payload.type, value: JSON.parse(payload.text) as unknown }
  } catch {
    // not yet JSON: shown as it is typed
    return payload
  }
}
