/** The time zones the browser knows, as choices. The current one comes first, as it may be a name of the API. */
export function timeZoneChoices(current: string): { value: string; label: string }[] {
  const zones = [current, ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== current)]
  return zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))
}
