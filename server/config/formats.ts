/** Checks the variables whose texts have a format: addresses and secrets. No fault repeats a value that may hold a secret. */
import type { Environment } from './environment.ts'
import { hostsOf } from '#db/address.ts'
import { readFilesUrl } from '#files/address.ts'
import { messageOf } from '#lib/error_words.ts'
import { addressKey, isEmailAddress } from '#lib/text_forms.ts'

/** One address, alone or as `Name <address>`; nothing that could begin another line of a mail's head. */
const SENDER = /^(?:[^<>@\p{Cc}]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u
/** How many characters each secret needs. */
const SECRETS = [
  ['DESKHAND_SECRET', 32],
  ['DESKHAND_API_TOKEN', 20],
  ['DESKHAND_INSTANCES_SECRET', 32],
  ['DESKHAND_ADMIN_PASSWORD', 8],
] as const

/** Checks the addresses of other servers and of people, and the share of calls that are traced. */
export function checkAddresses({ text, expect, refuse }: Environment): void {
  const smtp = text('SMTP_URL')
  const receiver = text('OTEL_EXPORTER_OTLP_ENDPOINT')
  const sender = text('DESKHAND_MAIL_FROM')
  if (!/^(postgres(ql)?:\/\/|$)/.test(text('DATABASE_URL'))) refuse('DATABASE_URL must be a postgres:// address')
  const databaseFault = faultOf(() => hostsOf(text('DATABASE_URL')))
  if (databaseFault !== null) refuse(databaseFault)
  if (smtp !== '' && !isMailServer(smtp)) refuse('SMTP_URL must be an smtp:// or smtps:// address with a host')
  if (receiver !== '' && !isReceiver(receiver))
    refuse('OTEL_EXPORTER_OTLP_ENDPOINT must be an http:// or https:// address without user, password or query')
  const ratio = Number(text('OTEL_TRACES_SAMPLER_ARG'))
  expect('OTEL_TRACES_SAMPLER_ARG', ratio >= 0 && ratio <= 1, 'a number from 0 to 1')
  const fault = text('FILES_URL') === '' ? null : faultOf(() => readFilesUrl(text('FILES_URL')))
  if (fault !== null) refuse(`FILES_URL cannot be used: ${fault}`)
  expect('DESKHAND_MAIL_FROM', sender === '' || SENDER.test(sender), 'an address or Name <address>')
  expect('DESKHAND_ADMIN_EMAIL', isEmailAddress(addressKey(text('DESKHAND_ADMIN_EMAIL'))), 'an e-mail address')
}

/** Checks that secrets are long enough, and that the one is there that processes on one database share. */
export function checkSecrets({ text, refuse }: Environment): void {
  for (const [name, least] of SECRETS)
    if (text(name) !== '' && text(name).length < least) refuse(`${name} must have ${least} characters or more`)
  if (text('DATABASE_URL') !== '' && text('DESKHAND_SECRET') === '')
    refuse('DESKHAND_SECRET is needed with DATABASE_URL, so that every process hashes secrets alike')
}

function isMailServer(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
}

function isReceiver(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username + url.password + url.search + url.hash === ''
}

/** Why an address cannot be read; null if it can. It may hold a secret, so what is said of it does not repeat it. */
function faultOf(read: () => unknown): string | null {
  try {
    read()
    return null
  } catch (error) {
    return messageOf(error)
  }
}
