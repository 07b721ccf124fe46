/** The settings for how users sign in, and from which networks. */
import type { Context } from '#core/context.ts'
import type { Details } from '#core/errors.ts'
import { isInNetworks, isLoopback, readNetwork } from '#lib/networks.ts'
import { isAnotherActive } from '#auth/single_sign_on.ts'
import { type InstanceSettingsInput, SECOND_FACTOR_POLICIES } from './schema.ts'

type SecurityInput = NonNullable<InstanceSettingsInput['security']>

const MAX_NETWORKS = 200
const isBetween = (value: number | null | undefined, least: number, most: number) =>
  value === undefined || (value !== null && value >= least && value <= most)

/** Validation errors of a change of these settings. It must not lock the caller out. */
export async function checkSecurity(ctx: Context, input: SecurityInput): Promise<Details> {
  const { second_factor, sso_only, password = {}, allowed_ips } = input
  const networks = readNetworks(allowed_ips ?? [])
  const own = ctx.caller.ip_address ?? ''
  const isOwnAddressAllowed = networks.length === 0 || isLoopback(own) || isInNetworks(own, networks)
  const checks: readonly [path: string, fine: boolean, must: string][] = [
    [
      'second_factor',
      second_factor === undefined || (SECOND_FACTOR_POLICIES as readonly (string | null)[]).includes(second_factor),
      'must be off, optional or staff',
    ],
    ['sso_only', sso_only !== true || (await isAnotherActive(ctx, 0)), 'needs an active identity provider first'],
    ['password.min_length', isBetween(password.min_length, 8, 128), 'must be a number from 8 to 128'],
    ['password.complexity', isBetween(password.complexity, 0, 2), 'must be 0, 1 or 2'],
    [
      'password.max_sequence',
      password.max_sequence === null || isBetween(password.max_sequence, 2, 128),
      'must be null or a number from 2 to 128',
    ],
    ['password.history', isBetween(password.history, 0, 24), 'must be a number from 0 to 24'],
    [
      'allowed_ips',
      networks.length === (allowed_ips ?? []).length && networks.length <= MAX_NETWORKS,
      `must be up to ${MAX_NETWORKS} addresses or networks such as 192.0.2.0/24`,
    ],
    ['allowed_ips', isOwnAddressAllowed, `must include your own address, ${own}`],
  ]
  const details: Details = {}
  for (const [path, fine, must] of checks)
    if (!fine) details[`security.${path}`] ??= [{ description: `security.${path}: ${must}`, error: 'InvalidValue' }]
  return details
}

function readNetworks(texts: readonly string[]): string[] {
  return texts.map(readNetwork).filter((network) => network !== undefined)
}

/** A change in the form it is stored in: networks normalised, without duplicates. */
export function readSecurity(input: SecurityInput): Record<string, unknown> {
  const { allowed_ips, ...rest } = input
  return allowed_ips === undefined ? rest : { ...rest, allowed_ips: [...new Set(readNetworks(allowed_ips))] }
}
