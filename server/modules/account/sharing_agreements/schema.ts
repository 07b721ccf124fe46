// SHARING AGREEMENTS: the other accounts that tickets would be shared with.
// Not here: sharing itself, which is not built; no ticket leaves an instance.
import Type, { type Static } from 'typebox'
import { text, textOrNull, whole } from '#http/answer_shape.ts'
import { defineInput, Name, wrapInKey } from '#http/shape.ts'

export const AgreementInput = defineInput({ name: Name, type: Name, status: Name, partner_name: Name, remote_subdomain: Name })
export type AgreementInput = Static<typeof AgreementInput>
export const AgreementBody = wrapInKey('sharing_agreement', AgreementInput)

export const Agreement = Type.Object({
  url: text,
  id: whole,
  name: text,
  type: text,
  status: text,
  partner_name: textOrNull,
  remote_subdomain: text,
  created_at: text,
  updated_at: text,
})
export const OneAgreement = Type.Object({ sharing_agreement: Agreement })
export const SomeAgreements = Type.Object({ sharing_agreements: Type.Array(Agreement) })
