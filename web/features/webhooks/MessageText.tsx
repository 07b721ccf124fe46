import type { HttpMessage } from './queries.ts'
import { Preformatted } from '#kit/Preformatted.tsx'
import { Subtle } from '#kit/text.tsx'

/** A request or a response as text. Nothing of it is rendered: it was written by others. `label`: what it is, such as "Request". */
export function MessageText({ label, message }: { label: string; message: HttpMessage }) {
  const headers = message.headers.map(({ key, value }) => `${key}: ${value}`).join('\n')
  return (
    <div>
      <h3>{label}</h3>
      {headers !== '' && <Preformatted label={`Headers of the ${label.toLowerCase()}`}>{headers}</Preformatted>}
      {message.payload === '' ? (
        <Subtle>No body.</Subtle>
      ) : (
        <Preformatted label={`Body of the ${label.toLowerCase()}`}>{message.payload}</Preformatted>
      )}
    </div>
  )
}
