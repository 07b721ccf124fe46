/** Mails about changes of how a person signs in and about suspicious sign-ins; and the one that asks for a new user. */
import { formatMoment } from '#lib/dates.ts'
import { fill, fillCounted } from './fill.ts'
import type { MailTemplate } from './template.ts'
import { WORDS } from './words.ts'

const SAMPLE = { instance: 'Example Ltd', url: 'https://desk.example.com/account' }

/** A change of how the recipient signs in, made by `actor`. */
interface Change {
  readonly instance: string
  readonly actor: string
  readonly at: string
  /** The IANA name of the zone in which moments are written. */
  readonly time_zone: string
  /** The recipient's own account page. */
  readonly url: string
}

/** Reports that the recipient's password was changed. */
export const passwordChanged: MailTemplate<Change> = {
  about: 'To a person whose password was changed',
  sample: { ...SAMPLE, actor: 'Olga Owner', at: '2026-11-20T09:00:00.000Z', time_zone: 'UTC' },
  write({ instance, actor, at, time_zone, url }) {
    const words = WORDS.password_changed
    const paragraphs = [fill(words.changed, { instance, actor, time: formatMoment(at, time_zone) }), fill(words.otherwise, { url })]
    return { topic: 'password.changed', subject: words.subject, paragraphs }
  },
}

/** Reports that the recipient's second factor was changed. `change` begins a sentence: `Second factor turned off`. */
export const secondFactorChanged: MailTemplate<Change & { readonly topic: string; readonly change: string }> = {
  about: 'To a person whose second factor was set up, reset or turned off, or who has new recovery codes',
  sample: {
    ...SAMPLE,
    topic: 'second_factor.reset',
    change: 'Second factor reset',
    actor: 'Olga Owner',
    at: '2026-11-20T09:00:00.000Z',
    time_zone: 'UTC',
  },
  write({ instance, actor, at, time_zone, url, topic, change }) {
    const words = WORDS.second_factor_changed
    const paragraphs = [fill(words.changed, { change, instance, actor, time: formatMoment(at, time_zone) }), fill(words.otherwise, { url })]
    return { topic, subject: fill(words.subject, { change }), paragraphs }
  },
}

/** Reports that a recovery code was used. `left` is how many remain. */
export const recoveryCodeUsed: MailTemplate<{ readonly left: number; readonly url: string }> = {
  about: 'To a person whose recovery code was used to sign in',
  sample: { left: 7, url: SAMPLE.url },
  write({ left, url }) {
    const words = WORDS.recovery_code_used
    const paragraphs = [fillCounted(words.used, left, {}), fill(words.otherwise, { url })]
    return { topic: 'second_factor.recovery_code_used', subject: words.subject, paragraphs }
  },
}

/** Warns of a sign-in with the right password and wrong codes of the second factor. `codes` is how many were tried. */
export const wrongCodes: MailTemplate<{
  readonly instance: string
  readonly codes: number
  /** Null when it is not known. */
  readonly ip_address: string | null
  readonly url: string
}> = {
  about: 'To a person whose password was used to sign in, but with wrong codes of the second factor',
  sample: { ...SAMPLE, codes: 5, ip_address: '192.0.2.7' },
  write({ instance, codes, ip_address, url }) {
    const words = WORDS.wrong_codes
    const values = { instance, count: codes }
    const tried = ip_address === null ? fill(words.tried, values) : fill(words.tried_from, { ...values, ip_address })
    const paragraphs = [tried, fill(words.otherwise, { url })]
    return { topic: 'sign_in.wrong_codes', subject: words.subject, paragraphs }
  },
}

/** Asks the owner to create a user. */
export const userAskedFor: MailTemplate<{
  readonly actor: string
  readonly instance: string
  readonly name: string
  readonly email: string
}> = {
  about: 'To the owner: an agent asks them to create a user',
  sample: { actor: 'Egon Engineer', instance: 'Example Ltd', name: 'Ann Example', email: 'ann@example.org' },
  write({ actor, instance, name, email }) {
    const words = WORDS.user_asked_for
    const paragraphs = [fill(words.asks, { actor, instance }), fill(words.who, { name, email })]
    return { topic: 'user.asked_for', subject: words.subject, paragraphs }
  },
}
