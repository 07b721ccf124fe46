// DEVICES OF MOBILE APPLICATIONS, by the tokens that push notifications are sent to. None can be registered here, so none is stored.
// Not here: notifications by mail (common/mails/).
import Type from 'typebox'
import { MAX_AT_ONCE } from '#http/bulk_ids.ts'
import { route } from '#http/route.ts'
import { listOf, wrapInKey } from '#http/shape.ts'
import { requirePermission } from '#permissions/permissions.ts'

/** Tokens of push services have up to some hundred characters, and their makers promise no limit. */
const MAX_TOKEN_LENGTH = 4096
const Token = Type.Unsafe<string>({ type: 'string', maxLength: MAX_TOKEN_LENGTH })

/** @source docs/reference/other.md §17 */
export const pushNotificationDeviceRoutes = [
  route({
    method: 'POST',
    path: '/api/v2/push_notification_devices/destroy_many',
    name: 'push_notification_devices/destroy_many',
    summary: 'Unregister devices from push notifications',
    scope: '',
    body: wrapInKey('push_notification_devices', listOf(Token, MAX_AT_ONCE)),
    // a token that is not registered is no fault, as after a first call: so there is nothing to do for any
    async handle(ctx) {
      requirePermission(ctx, 'push_notification_device.remove')
      return { status: 200 }
    },
  }),
]
