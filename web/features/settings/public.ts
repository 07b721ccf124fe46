// What other features and the apps may use of settings.

export { type InstanceSettings, instanceSettingsQuery, useChangeSettings } from './queries.ts'
