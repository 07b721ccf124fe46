/** The JSON of one-time secrets, as input and as output. Only two bodies contain the value: the request that sends it, and one response. */
import Type, { type Static } from 'typebox'
import { Id, input, listQuery, Text, Whole, Word, wrapped } from '../../../http/shape.ts'

export const SharedSecretInput = input({ reader_id: Id, label: Text, value: Text, passphrase: Text, expires_in: Whole })
export type SharedSecretInput = Static<typeof SharedSecretInput>
export const SharedSecretBody = wrapped('shared_secret', SharedSecretInput)

export const OpenInput = input({ link: Text, id: Id, passphrase: Text })
export type OpenInput = Static<typeof OpenInput>
export const OpenBody = wrapped('open', OpenInput)

export const SharedSecretQuery = listQuery({ 'filter[box]': Word, 'filter[state]': Word })

const OrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] })
const IdOrNull = Type.Unsafe<number | null>({ type: ['integer', 'null'] })
const MEMBERS = {
  id: Type.Integer(),
  url: Type.String(),
  page_url: Type.String(),
  label: Type.String(),
  sender_id: Type.Integer(),
  sender_name: Type.String(),
  reader_id: Type.Integer(),
  reader_name: Type.String(),
  access_request_id: IdOrNull,
  api_token_id: IdOrNull,
  state: Type.String(),
  has_passphrase: Type.Boolean(),
  created_at: Type.String(),
  expires_at: Type.String(),
  read_at: OrNull,
  read_ip_address: OrNull,
  reopened_at: OrNull,
}

export const SharedSecret = Type.Object(MEMBERS, { additionalProperties: false })
/** Only the response that creates a secret contains its link. */
export const CreatedSharedSecret = Type.Object({ ...MEMBERS, link: Type.String() }, { additionalProperties: false })
