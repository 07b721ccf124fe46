/** An instance created over the API, as JSON. */
import Type, { type Static } from 'typebox'
import { text, whole } from '#http/answer_shape.ts'
import { Flag, defineInput, Name, ShortAddress, wrapInKey } from '#http/shape.ts'

export const InstanceInput = defineInput({ subdomain: Name, name: Name, owner_email: ShortAddress, unlimited: Flag })
export type InstanceInput = Static<typeof InstanceInput>
export const InstanceBody = wrapInKey('instance', InstanceInput)

export const Instance = Type.Object({
  subdomain: text,
  name: text,
  kind: text,
  /** The base URL of the instance. */
  url: text,
  /** Its host, for clients that select the instance with a `Host` header. */
  host: text,
  owner: Type.Object({ id: whole, email: text }),
  /** The owner's token; returned only here. */
  api_token: text,
})
