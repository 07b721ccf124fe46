/** An instance created over the API, as JSON. */
import Type, { type Static } from 'typebox'
import { Flag, input, Name, wrapped } from '../../../http/shape.ts'

export const InstanceInput = input({ subdomain: Name, name: Name, owner_email: Name, unlimited: Flag })
export type InstanceInput = Static<typeof InstanceInput>
export const InstanceBody = wrapped('instance', InstanceInput)

export const Instance = Type.Object({
  subdomain: Type.String(),
  name: Type.String(),
  kind: Type.String(),
  /** The base URL of the instance. */
  url: Type.String(),
  /** Its host, for clients that select the instance with a `Host` header. */
  host: Type.String(),
  owner: Type.Object({ id: Type.Integer(), email: Type.String() }),
  /** The owner's token; returned only here. */
  api_token: Type.String(),
})
