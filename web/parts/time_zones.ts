/** The time zones the browser knows, as choices; the one that is set may have a name of the API’s and comes first. */
export function timeZoneChoices(current: string): { value: string; label: string }[] {
  const zones = [current, ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== current)]
  return zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))
}
