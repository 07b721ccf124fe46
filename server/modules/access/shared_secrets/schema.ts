/** The JSON of one-time secrets, as input and as output. Only two bodies contain the value: the request that sends it, and one response. */
import Type, { type Static } from 'typebox'
import { flag, oneOf, text, textOrNull, whole, wholeOrNull } from '#http/answer_shape.ts'
import { Id, defineInput, Line, listQuery, Text, Whole, Word, wrapInKey } from '#http/shape.ts'

/** What has become of a secret. */
export const SECRET_STATES = ['waiting', 'read', 'expired', 'withdrawn', 'burnt'] as const

export const SharedSecretInput = defineInput({ reader_id: Id, label: Line, value: Text, passphrase: Text, expires_in: Whole })
export type SharedSecretInput = Static<typeof SharedSecretInput>
export const SharedSecretBody = wrapInKey('shared_secret', SharedSecretInput)

export const OpenInput = defineInput({ link: Text, id: Id, passphrase: Text })
export type OpenInput = Static<typeof OpenInput>
export const OpenBody = wrapInKey('open', OpenInput)

export const SharedSecretQuery = listQuery({ 'filter[box]': Word, 'filter[state]': Word })

const MEMBERS = {
  id: whole,
  url: text,
  page_url: text,
  label: text,
  sender_id: whole,
  sender_name: text,
  reader_id: whole,
  reader_name: text,
  access_request_id: wholeOrNull,
  api_token_id: wholeOrNull,
  state: oneOf(SECRET_STATES),
  has_passphrase: flag,
  created_at: text,
  expires_at: text,
  read_at: textOrNull,
  read_ip_address: textOrNull,
  reopened_at: textOrNull,
}

export const SharedSecret = Type.Object(MEMBERS, { additionalProperties: false })
/** The answer to opening a secret alone holds its value. */
export const OpenedSecret = Type.Object({ shared_secret: SharedSecret, value: text })
/** Only the response that creates a secret contains its link. */
export const CreatedSharedSecret = Type.Object({ ...MEMBERS, link: text }, { additionalProperties: false })
