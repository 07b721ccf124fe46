/** Every route of the account: settings, brands, addresses, hours, languages, texts. */
import type { AnyRoute } from '#http/route.ts'
import { accountSettingsRoutes } from './account_settings/routes.ts'
import { brandLogoRoutes } from './brands/logo_routes.ts'
import { brandRoutes } from './brands/routes.ts'
import { holidayRoutes } from './business_hours/holiday_routes.ts'
import { scheduleRoutes } from './business_hours/routes.ts'
import { dynamicContentRoutes } from './dynamic_content/routes.ts'
import { dynamicContentVariantRoutes } from './dynamic_content/variant_routes.ts'
import { emailNotificationRoutes } from './email_notifications/routes.ts'
import { instanceRoutes } from './instances/routes.ts'
import { localeRoutes } from './locales/routes.ts'
import { recipientAddressRoutes } from './recipient_addresses/routes.ts'
import { sharingAgreementRoutes } from './sharing_agreements/routes.ts'

export const accountRoutes: readonly AnyRoute[] = [
  ...accountSettingsRoutes,
  ...brandLogoRoutes,
  ...brandRoutes,
  ...holidayRoutes,
  ...scheduleRoutes,
  ...dynamicContentRoutes,
  ...dynamicContentVariantRoutes,
  ...emailNotificationRoutes,
  ...instanceRoutes,
  ...localeRoutes,
  ...recipientAddressRoutes,
  ...sharingAgreementRoutes,
]
