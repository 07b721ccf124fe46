import { makeValueProblem } from '#core/problems.ts'
import { IN_PERSON } from '#auth/in_person.ts'
import { describeUnknownScopes } from '#auth/scope_words.ts'
import { areWellFormed, redundantScope, withinCeiling } from '#auth/scopes.ts'
import type { Details } from '#core/errors.ts'
import { readNetwork } from '#lib/networks.ts'

const LONGEST = 255
const MAX_TEXT_LENGTH = 2000
/** Clients send it in headers and forms: visible ASCII without spaces. @source RFC 6749 appendix A.1 */
const IDENTIFIER = /^[\x21-\x7e]+$/
const MAX_NETWORKS = 100
const MAX_PER_MINUTE = 1_000_000
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** A client as it would be saved. */
export interface ClientDraft {
  readonly name: string
  readonly identifier: string
  readonly company: string
  readonly description: string
  readonly redirect_uri: readonly string[]
  readonly kind: string
  readonly scopes: readonly string[] | null
  readonly user_id: number
  readonly allowed_ips: readonly string[] | null
  readonly per_minute: number | null
  readonly may_act_in_person: boolean
}

/** What the check needs besides the client. */
export interface ClientSurroundings {
  /** Another client has its identifier. */
  readonly taken: boolean
  /** Its owner is an administrator who may sign in. */
  readonly owned: boolean
  /** Its scopes are unchanged. Scopes from before there was a list of scopes must not prevent other changes. */
  readonly isCeilingKept: boolean
}

/** Validates a client. @source docs/reference/authentication.md §3 */
export function checkClient(draft: ClientDraft, { taken, owned, isCeilingKept }: ClientSurroundings): Details {
  return {
    ...checkName(draft.name),
    ...checkIdentifier(draft.identifier, taken),
    ...checkTexts(draft),
    ...checkAddresses(draft.redirect_uri),
    ...(isCeilingKept ? {} : checkCeiling(draft.scopes)),
    ...checkKind(draft.kind),
    ...checkOwner(owned),
    ...checkNetworks(draft.allowed_ips ?? []),
    ...checkBudget(draft.per_minute),
  }
}

/**
 * The client of an integration must stay within the scopes it has, and keep acting as the same user.
 * @source docs/reference/access_governance.md §11
 */
export function checkOwned(
  before: { readonly integration_id: number | null; readonly scopes: readonly string[] | null; readonly user_id: number },
  after: Pick<ClientDraft, 'scopes' | 'user_id' | 'may_act_in_person'>,
): Details {
  if (before.integration_id === null) return {}
  const details: Details = {}
  if (before.scopes !== null && (after.scopes === null || !withinCeiling(after.scopes, before.scopes)))
    details.scopes = [makeValueProblem('Scopes: go beyond what the access request of its integration asked for')]
  if (after.may_act_in_person)
    details.may_act_in_person = [
      makeValueProblem('May act in person: the client of an integration cannot decide about access in the name of people'),
    ]
  if (after.user_id !== before.user_id)
    details.user_id = [makeValueProblem('User: the user of a client of an integration cannot be changed')]
  return details
}

function checkName(name: string): Details {
  if (name === '') return { name: [{ description: 'Name: cannot be blank', error: 'BlankValue' }] }
  return name.length > LONGEST ? { name: [{ description: `Name: is too long (maximum is ${LONGEST} characters)`, error: 'TooLong' }] } : {}
}

function checkIdentifier(identifier: string, taken: boolean): Details {
  const makeDetails = (sentence: string, error: string): Details => ({ identifier: [{ description: `Identifier: ${sentence}`, error }] })
  if (identifier === '') return makeDetails('cannot be blank', 'BlankValue')
  if (identifier.length > LONGEST) return makeDetails(`is too long (maximum is ${LONGEST} characters)`, 'TooLong')
  if (!IDENTIFIER.test(identifier)) return makeDetails('may hold letters, digits and signs, but no spaces', 'InvalidFormat')
  return taken ? makeDetails('has already been taken', 'DuplicateValue') : {}
}

function checkTexts(draft: ClientDraft): Details {
  const details: Details = {}
  if (draft.company.length > LONGEST)
    details.company = [{ description: `Company: is too long (maximum is ${LONGEST} characters)`, error: 'TooLong' }]
  if (draft.description.length > MAX_TEXT_LENGTH)
    details.description = [{ description: `Description: is too long (maximum is ${MAX_TEXT_LENGTH} characters)`, error: 'TooLong' }]
  return details
}

/** Absolute URLs without a fragment, over HTTPS except for loopback hosts. @source docs/reference/authentication.md §3; RFC 6749 §3.1.2 */
function checkAddresses(addresses: readonly string[]): Details {
  const wrong = addresses.filter((address) => !mayRedirectTo(address))
  if (wrong.length === 0) return {}
  return {
    redirect_uri: wrong.map((address) => ({
      description: `Redirect uri: "${address.slice(0, 200)}" must be an absolute HTTPS URL without a fragment`,
      error: 'InvalidFormat',
    })),
  }
}

function mayRedirectTo(address: string): boolean {
  if (address.length > MAX_TEXT_LENGTH || address.includes('#') || !/^https?:\/\//i.test(address) || !URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || LOOPBACK.includes(hostname)
}

function checkCeiling(scopes: readonly string[] | null): Details {
  if (scopes === null) return {}
  if (scopes.length === 0) return { scopes: [{ description: 'Scopes: cannot be empty; null sets no bound', error: 'BlankValue' }] }
  if (!areWellFormed(scopes)) return { scopes: [{ description: 'Scopes: are invalid', error: 'InvalidFormat' }] }
  const unknown = describeUnknownScopes(scopes)
  if (unknown !== null) return { scopes: [{ description: `Scopes: ${unknown}`, error: 'InvalidValue' }] }
  if (scopes.includes(IN_PERSON))
    return {
      scopes: [{ description: `Scopes: ${IN_PERSON} is allowed by may_act_in_person, and no ceiling lists it`, error: 'InvalidValue' }],
    }
  const redundant = redundantScope(scopes)
  if (redundant === null) return {}
  return { scopes: [{ description: `Scopes: ${redundant} is contained in a broader scope of the list`, error: 'InvalidValue' }] }
}

function checkKind(kind: string): Details {
  return kind === 'public' || kind === 'confidential'
    ? {}
    : { kind: [{ description: 'Kind: must be public or confidential', error: 'InvalidValue' }] }
}

function checkOwner(owned: boolean): Details {
  return owned ? {} : { user_id: [{ description: 'User: must be an administrator who may sign in', error: 'InvalidValue' }] }
}

function checkNetworks(networks: readonly string[]): Details {
  const wrong = networks.filter((network) => readNetwork(network) === undefined)
  const problems = wrong.map((network) => ({
    description: `Allowed ips: "${network.slice(0, 100)}" must be a network such as 192.0.2.0/24`,
    error: 'InvalidFormat',
  }))
  if (networks.length > MAX_NETWORKS)
    problems.push({ description: `Allowed ips: cannot hold more than ${MAX_NETWORKS} networks`, error: 'TooManyValues' })
  return problems.length === 0 ? {} : { allowed_ips: problems }
}

function checkBudget(per_minute: number | null): Details {
  return per_minute === null || (per_minute >= 1 && per_minute <= MAX_PER_MINUTE)
    ? {}
    : { per_minute: [{ description: `Per minute: must be null or a number from 1 to ${MAX_PER_MINUTE}`, error: 'InvalidValue' }] }
}
