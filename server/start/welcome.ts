/** The message printed after the start: the address and the first steps. */
import type { AddressInfo } from 'node:net'
import type { Config } from '#config/config.ts'
import type { FirstInstance } from '#process/first_start.ts'
import type { Running } from '#process/process.ts'

/** The lines to print. They contain a generated password, this once. */
export function formatWelcome(config: Config, running: Running): string[] {
  const { address, health } = running
  const operators = health === null ? [] : [`  Health          ${urlOf(config, health)}/readyz, /healthz and /metrics`]
  if (address === null) return ['Deskhand works on jobs. Stop it with Ctrl-C.', ...operators]
  const url = config.public_url ?? urlOf(config, address)
  const lines = ['', `Deskhand is ready at ${url}`, '']
  lines.push(...ownerLines(running.first))
  if (running.first?.has_demo === true) lines.push('  Demo data       an invented company with 300 tickets of the last 90 days', '')
  lines.push(
    `  API token       sign in at ${url}/admin/apps_and_integrations/api_tokens and choose "Add API token"`,
    `  Try it          curl -u ${credentials(config, running.first)} ${url}/api/v2/users.json`,
    `  API reference   ${url}/docs/api`,
    ...operators,
    '',
    'Stop it with Ctrl-C.',
  )
  return lines
}

/** The owner of the first instance, if it was made by this start, with the generated password. */
export function ownerLines(first: FirstInstance | null): string[] {
  if (first === null) return []
  const password = first.password === null ? '(the one you set)' : `${first.password}   shown once: keep it now`
  return [`  Administrator   ${first.email}`, `  Password        ${password}`, '']
}

function urlOf({ host }: Config, { address, family, port }: AddressInfo): string {
  const isAny = host === '0.0.0.0' || host === '::'
  return `http://${isAny ? 'localhost' : family === 'IPv6' ? `[${address}]` : address}:${port}`
}

/** The credentials in the curl example. A secret chosen by the operator is not printed: curl reads it from the environment, or prompts. */
function credentials(config: Config, first: FirstInstance | null): string {
  const { admin_email, kind } = config.first_instance
  if (first?.token_given === true) return `"${first.email}/token:$DESKHAND_API_TOKEN"`
  if (kind === 'production') return `${first?.email ?? admin_email}/token`
  return first?.password == null ? (first?.email ?? admin_email) : `'${first.email}:${first.password}'`
}
