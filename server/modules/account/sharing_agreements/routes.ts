import { requirePermission } from '#permissions/permissions.ts'
import { wholeList } from '#http/envelope.ts'
import { answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { changeAgreement, createAgreement, removeAgreement } from './change.ts'
import { presentAgreement } from './present.ts'
import { AgreementBody, OneAgreement, SomeAgreements } from './schema.ts'
import { getAgreement, listAgreements } from './store.ts'

/** @source docs/reference/other.md §5 */
export const sharingAgreementRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/sharing_agreements',
    name: 'sharing_agreements/index',
    summary: 'List sharing agreements',
    scope: '',
    answer: SomeAgreements,
    async handle(ctx) {
      requirePermission(ctx, 'sharing_agreement.list')
      const rows = await listAgreements(ctx)
      return answerOk(
        wholeList(
          'sharing_agreements',
          rows.map((row) => presentAgreement(ctx, row)),
        ),
      )
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/sharing_agreements',
    name: 'sharing_agreements/create',
    summary: 'Propose a sharing agreement',
    scope: '',
    body: AgreementBody,
    answer: OneAgreement,
    async handle(ctx, { body }) {
      const sharing_agreement = presentAgreement(ctx, await createAgreement(ctx, body.sharing_agreement))
      return answerNewRecord({ sharing_agreement }, sharing_agreement.url)
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/sharing_agreements/:id',
    name: 'sharing_agreements/show',
    summary: 'Show a sharing agreement',
    scope: '',
    answer: OneAgreement,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'sharing_agreement.list')
      return answerOk({ sharing_agreement: presentAgreement(ctx, await getAgreement(ctx, params.id)) })
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/sharing_agreements/:id',
    name: 'sharing_agreements/update',
    summary: 'Change the status of a sharing agreement',
    scope: '',
    body: AgreementBody,
    answer: OneAgreement,
    handle: async (ctx, { params, body }) =>
      answerOk({ sharing_agreement: presentAgreement(ctx, await changeAgreement(ctx, params.id, body.sharing_agreement)) }),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/sharing_agreements/:id',
    name: 'sharing_agreements/destroy',
    summary: 'Delete a sharing agreement',
    scope: '',
    async handle(ctx, { params }) {
      await removeAgreement(ctx, params.id)
      return answerNoContent()
    },
  }),
]
