import { requirePermission } from '#permissions/permissions.ts'
import { listEnvelope } from '#http/envelope.ts'
import { readPaging } from '#http/paging.ts'
import { answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { listQuery } from '#http/shape.ts'
import { changeAddress, createAddress, removeAddress } from './change.ts'
import { presentAddress } from './present.ts'
import { AddressBody, OneAddress, SomeAddresses, VerifyBody } from './schema.ts'
import { ADDRESS_SORTING, getAddress, listAddresses } from './store.ts'
import { verifyAddress } from './verify.ts'

/** @source docs/reference/account.md §4 */
export const recipientAddressRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/recipient_addresses',
    name: 'recipient_addresses/index',
    summary: 'List support addresses',
    scope: '',
    query: listQuery({}),
    answer: SomeAddresses,
    async handle(ctx, { query, address }) {
      requirePermission(ctx, 'recipient_address.list')
      const page = await listAddresses(ctx, readPaging(query, ADDRESS_SORTING, 'recipient_addresses/index'))
      return answerOk(
        listEnvelope(
          address,
          'recipient_addresses',
          page,
          page.rows.map((row) => presentAddress(ctx, row)),
        ),
      )
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/recipient_addresses',
    name: 'recipient_addresses/create',
    summary: 'Add a support address',
    scope: '',
    body: AddressBody,
    answer: OneAddress,
    async handle(ctx, { body }) {
      const recipient_address = presentAddress(ctx, await createAddress(ctx, body.recipient_address))
      return answerNewRecord({ recipient_address }, recipient_address.url)
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/recipient_addresses/:id',
    name: 'recipient_addresses/show',
    summary: 'Show a support address',
    scope: '',
    answer: OneAddress,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'recipient_address.list')
      return answerOk({ recipient_address: presentAddress(ctx, await getAddress(ctx, params.id)) })
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/recipient_addresses/:id',
    name: 'recipient_addresses/update',
    summary: 'Change a support address',
    scope: '',
    body: AddressBody,
    answer: OneAddress,
    handle: async (ctx, { params, body }) =>
      answerOk({ recipient_address: presentAddress(ctx, await changeAddress(ctx, params.id, body.recipient_address)) }),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/recipient_addresses/:id',
    name: 'recipient_addresses/destroy',
    summary: 'Remove a support address',
    scope: '',
    async handle(ctx, { params }) {
      await removeAddress(ctx, params.id)
      return answerNoContent()
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/recipient_addresses/:id/verify',
    name: 'recipient_addresses/verify',
    summary: 'Verify the setup of a support address',
    scope: '',
    body: VerifyBody,
    async handle(ctx, { params, body }) {
      await verifyAddress(ctx, params.id, body.type ?? 'forwarding')
      return answerOk('')
    },
  }),
]
