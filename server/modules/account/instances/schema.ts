/** What is said of an instance that is made over the API. */
import Type, { type Static } from 'typebox'
import { Flag, input, Name, wrapped } from '../../../http/shape.ts'

export const InstanceInput = input({ subdomain: Name, name: Name, owner_email: Name, unlimited: Flag })
export type InstanceInput = Static<typeof InstanceInput>
export const InstanceBody = wrapped('instance', InstanceInput)

export const Instance = Type.Object({
  subdomain: Type.String(),
  name: Type.String(),
  kind: Type.String(),
  /** Where it answers. */
  url: Type.String(),
  /** The same for a client that names it by a `Host` header. */
  host: Type.String(),
  owner: Type.Object({ id: Type.Integer(), email: Type.String() }),
  /** Of the owner; shown this once. */
  api_token: Type.String(),
})
