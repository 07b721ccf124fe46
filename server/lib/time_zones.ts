/** Time zones: the names the API uses (those of Rails) and the IANA zones they map to. @source docs/reference/people.md §1.7 */

const ZONES = `International Date Line West|Etc/GMT+12
American Samoa|Pacific/Pago_Pago
Midway Island|Pacific/Midway
Hawaii|Pacific/Honolulu
Alaska|America/Juneau
Pacific Time (US & Canada)|America/Los_Angeles
Tijuana|America/Tijuana
Arizona|America/Phoenix
Chihuahua|America/Chihuahua
Mazatlan|America/Mazatlan
Mountain Time (US & Canada)|America/Denver
Central America|America/Guatemala
Central Time (US & Canada)|America/Chicago
Guadalajara|America/Mexico_City
Mexico City|America/Mexico_City
Monterrey|America/Monterrey
Saskatchewan|America/Regina
Bogota|America/Bogota
Eastern Time (US & Canada)|America/New_York
Indiana (East)|America/Indiana/Indianapolis
Lima|America/Lima
Quito|America/Lima
Atlantic Time (Canada)|America/Halifax
Caracas|America/Caracas
Georgetown|America/Guyana
La Paz|America/La_Paz
Puerto Rico|America/Puerto_Rico
Santiago|America/Santiago
Newfoundland|America/St_Johns
Asuncion|America/Asuncion
Brasilia|America/Sao_Paulo
Buenos Aires|America/Argentina/Buenos_Aires
Greenland|America/Godthab
Montevideo|America/Montevideo
Mid-Atlantic|Atlantic/South_Georgia
Azores|Atlantic/Azores
Cape Verde Is.|Atlantic/Cape_Verde
Casablanca|Africa/Casablanca
Dublin|Europe/Dublin
Edinburgh|Europe/London
Lisbon|Europe/Lisbon
London|Europe/London
Monrovia|Africa/Monrovia
UTC|Etc/UTC
Amsterdam|Europe/Amsterdam
Belgrade|Europe/Belgrade
Berlin|Europe/Berlin
Bern|Europe/Zurich
Bratislava|Europe/Bratislava
Brussels|Europe/Brussels
Budapest|Europe/Budapest
Copenhagen|Europe/Copenhagen
Ljubljana|Europe/Ljubljana
Madrid|Europe/Madrid
Paris|Europe/Paris
Prague|Europe/Prague
Rome|Europe/Rome
Sarajevo|Europe/Sarajevo
Skopje|Europe/Skopje
Stockholm|Europe/Stockholm
Vienna|Europe/Vienna
Warsaw|Europe/Warsaw
West Central Africa|Africa/Algiers
Zagreb|Europe/Zagreb
Zurich|Europe/Zurich
Athens|Europe/Athens
Bucharest|Europe/Bucharest
Cairo|Africa/Cairo
Harare|Africa/Harare
Helsinki|Europe/Helsinki
Jerusalem|Asia/Jerusalem
Kaliningrad|Europe/Kaliningrad
Kyiv|Europe/Kiev
Pretoria|Africa/Johannesburg
Riga|Europe/Riga
Sofia|Europe/Sofia
Tallinn|Europe/Tallinn
Vilnius|Europe/Vilnius
Baghdad|Asia/Baghdad
Istanbul|Europe/Istanbul
Kuwait|Asia/Kuwait
Minsk|Europe/Minsk
Moscow|Europe/Moscow
Nairobi|Africa/Nairobi
Riyadh|Asia/Riyadh
St. Petersburg|Europe/Moscow
Volgograd|Europe/Volgograd
Tehran|Asia/Tehran
Abu Dhabi|Asia/Muscat
Baku|Asia/Baku
Muscat|Asia/Muscat
Samara|Europe/Samara
Tbilisi|Asia/Tbilisi
Yerevan|Asia/Yerevan
Kabul|Asia/Kabul
Almaty|Asia/Almaty
Astana|Asia/Almaty
Ekaterinburg|Asia/Yekaterinburg
Islamabad|Asia/Karachi
Karachi|Asia/Karachi
Tashkent|Asia/Tashkent
Chennai|Asia/Kolkata
Kolkata|Asia/Kolkata
Mumbai|Asia/Kolkata
New Delhi|Asia/Kolkata
Sri Jayawardenepura|Asia/Colombo
Kathmandu|Asia/Kathmandu
Dhaka|Asia/Dhaka
Urumqi|Asia/Urumqi
Rangoon|Asia/Rangoon
Bangkok|Asia/Bangkok
Hanoi|Asia/Bangkok
Jakarta|Asia/Jakarta
Krasnoyarsk|Asia/Krasnoyarsk
Novosibirsk|Asia/Novosibirsk
Beijing|Asia/Shanghai
Chongqing|Asia/Chongqing
Hong Kong|Asia/Hong_Kong
Irkutsk|Asia/Irkutsk
Kuala Lumpur|Asia/Kuala_Lumpur
Perth|Australia/Perth
Singapore|Asia/Singapore
Taipei|Asia/Taipei
Ulaanbaatar|Asia/Ulaanbaatar
Osaka|Asia/Tokyo
Sapporo|Asia/Tokyo
Seoul|Asia/Seoul
Tokyo|Asia/Tokyo
Yakutsk|Asia/Yakutsk
Adelaide|Australia/Adelaide
Darwin|Australia/Darwin
Brisbane|Australia/Brisbane
Canberra|Australia/Canberra
Guam|Pacific/Guam
Hobart|Australia/Hobart
Melbourne|Australia/Melbourne
Port Moresby|Pacific/Port_Moresby
Sydney|Australia/Sydney
Vladivostok|Asia/Vladivostok
Magadan|Asia/Magadan
New Caledonia|Pacific/Noumea
Solomon Is.|Pacific/Guadalcanal
Srednekolymsk|Asia/Srednekolymsk
Auckland|Pacific/Auckland
Fiji|Pacific/Fiji
Kamchatka|Asia/Kamchatka
Marshall Is.|Pacific/Majuro
Wellington|Pacific/Auckland
Chatham Is.|Pacific/Chatham
Nuku'alofa|Pacific/Tongatapu
Samoa|Pacific/Apia
Tokelau Is.|Pacific/Fakaofo`

/** Names as the API uses them → IANA zones. */
export const TIME_ZONES: ReadonlyMap<string, string> = new Map(
  ZONES.split('\n').map((line) => {
    const [name = '', zone = ''] = line.split('|')
    return [name, zone]
  }),
)

const indexByLowerCase = (names: readonly string[]) => new Map(names.map((name) => [name.toLowerCase(), name]))
const byLowerCase = indexByLowerCase([...TIME_ZONES.keys()])
/** IANA names in their usual case. The platform lists one for each zone, often an old one, and accepts the others. */
let usualNames: ReadonlyMap<string, string> | undefined

/** The name of a zone as it is stored: one of ours, or any name of IANA, present, old or a link; undefined when it is neither. Case does not matter. */
export function timeZoneNamed(name: string): string | undefined {
  return byLowerCase.get(name.trim().toLowerCase()) ?? ianaNamed(name.trim())
}

/** The IANA zone of a stored name. */
export function ianaTimeZone(name: string): string {
  return TIME_ZONES.get(name) ?? name
}

/** True when two IANA names mean one zone, as `Europe/Kiev` and `Europe/Kyiv` do. */
export function isSameZone(one: string, other: string): boolean {
  return one === other || (platformNameOf(one) ?? one) === (platformNameOf(other) ?? other)
}

/** Names that the platform knows and IANA does not: offsets, and abbreviations, which mean different zones to different people. */
const NOT_OF_IANA = /^[+-]|^SystemV\/|^(?!(?:CET|EET|EST|GMT|HST|MET|MST|PRC|ROC|ROK|UCT|UTC|WET)$)[A-Z]{3}$/i
const MAX_NAME_LENGTH = 50

function ianaNamed(name: string): string | undefined {
  usualNames ??= indexByLowerCase([...Intl.supportedValuesOf('timeZone'), ...TIME_ZONES.values()])
  const usual = usualNames.get(name.toLowerCase())
  if (usual !== undefined || name.length > MAX_NAME_LENGTH || NOT_OF_IANA.test(name)) return usual
  return platformNameOf(name) === undefined ? undefined : name
}

/** What the platform has said of names: asking takes 0.2 ms, and rules compare zones in each write. Emptied when callers make up names. */
const knownNames = new Map<string, string | undefined>()
const KNOWN_LIMIT = 2000

/** The name that the platform has for a zone; undefined when it knows none of this name. */
function platformNameOf(name: string): string | undefined {
  if (knownNames.has(name)) return knownNames.get(name)
  if (knownNames.size >= KNOWN_LIMIT) knownNames.clear()
  const found = platformName(name)
  knownNames.set(name, found)
  return found
}

function platformName(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch (error) {
    // how the platform says that it does not know a name
    if (error instanceof RangeError) return undefined
    throw error
  }
}
