// What other features and the apps may use of localization.

export { type Locale, localesQuery } from './locales.ts'
export { ownTimeZone, timeZoneChoices } from './time_zones.ts'
