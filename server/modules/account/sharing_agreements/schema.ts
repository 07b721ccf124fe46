// SHARING AGREEMENTS: the other accounts that tickets would be shared with.
// Not here: sharing itself, which is not built; no ticket leaves an instance.
import Type, { type Static } from 'typebox'
import { input, Name, wrapped } from '../../../http/shape.ts'

export const AgreementInput = input({ name: Name, type: Name, status: Name, partner_name: Name, remote_subdomain: Name })
export type AgreementInput = Static<typeof AgreementInput>
export const AgreementBody = wrapped('sharing_agreement', AgreementInput)

const Agreement = Type.Object({
  url: Type.String(),
  id: Type.Integer(),
  name: Type.String(),
  type: Type.String(),
  status: Type.String(),
  partner_name: Type.Union([Type.String(), Type.Null()]),
  remote_subdomain: Type.String(),
  created_at: Type.String(),
  updated_at: Type.String(),
})
export const OneAgreement = Type.Object({ sharing_agreement: Agreement })
export const SomeAgreements = Type.Object({ sharing_agreements: Type.Array(Agreement) })
