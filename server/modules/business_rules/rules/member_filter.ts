/** The filters of a search for triggers: `filter={"json":{"description":"…"}}`, members and the values they must have. Pure. */
import { InvalidAttribute } from '#core/errors.ts'
import { isObject } from '#lib/json.ts'

/** Only triggers of tickets, or of records, whose members have exactly these values. */
export interface MemberFilter {
  readonly title?: string
  readonly description?: string
  readonly active?: boolean
  readonly category_id?: number
  readonly position?: number
}

const asNumber = (value: unknown) => (/^-?\d{1,15}$/.test(String(value)) ? Number(value) : undefined)
const asText = (value: unknown) => (typeof value === 'string' && !value.includes('\0') ? value : undefined)
const asFlag = (value: unknown) => [true, false].find((flag) => String(flag) === String(value))

const MEMBERS: { readonly [Name in keyof Required<MemberFilter>]: (value: unknown) => MemberFilter[Name] | undefined } = {
  title: asText,
  description: asText,
  active: asFlag,
  category_id: asNumber,
  position: asNumber,
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // not JSON: the caller refuses it with a message
  }
}

/**
 * Reads a filter. `{"json":"…"}`, with JSON inside the text, is accepted too.
 * @throws InvalidAttribute for anything else, members that are not among `names`, and values of another type
 * @source docs/reference/business_rules.md §2.4
 */
export function readFilter<Name extends keyof MemberFilter>(
  text: string | undefined,
  action: string,
  names: readonly Name[],
): Partial<Pick<MemberFilter, Name>> {
  if (text === undefined || text === '') return {}
  const refuse = (must: string) => new InvalidAttribute('filter', must, action)
  const outer = parseJson(text)
  const sent = isObject(outer) ? outer.json : undefined
  const members = typeof sent === 'string' ? parseJson(sent) : sent
  if (!isObject(members)) throw refuse('must be a JSON object with the member json')
  const found = Object.entries(members).map(([name, value]) => {
    const known = names.find((one) => one === name)
    if (known === undefined) throw refuse(`must name only ${names.join(', ')}`)
    const wanted = MEMBERS[known](value)
    if (wanted === undefined) throw refuse(`has an invalid value for ${name}`)
    return [name, wanted]
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each member has the name and the type that MEMBERS gives it
  return Object.fromEntries(found) as Partial<Pick<MemberFilter, Name>>
}
