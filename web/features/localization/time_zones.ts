/** Zones that browsers list under a name that IANA has replaced. @source https://www.iana.org/time-zones */
const PRESENT_NAMES: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}
const presentName = (zone: string) => PRESENT_NAMES[zone] ?? zone

/** The time zone of the browser, by its present name. */
export function ownTimeZone(): string {
  return presentName(Intl.DateTimeFormat().resolvedOptions().timeZone)
}

/** The time zones the browser knows, as choices under their present names. The current one comes first, as it was given: it may be a name of the API. */
export function timeZoneChoices(current: string): { value: string; label: string }[] {
  const present = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map(presentName)])].toSorted()
  const zones = [current, ...present.filter((zone) => zone !== current)]
  return zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))
}
