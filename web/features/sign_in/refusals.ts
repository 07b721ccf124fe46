// Why a sign-in through an identity provider failed, as text.
// The URL of the page contains one of these keys; no other text from the URL is shown.

const refusals: Readonly<Record<string, string>> = {
  over: 'It took longer than ten minutes, or it was started in another browser. Start again here.',
  denied: 'You or the provider denied the sign-in.',
  unavailable: 'The provider does not answer at present. Try again in a moment, or ask an administrator.',
  not_proved: 'What the provider sent could not be trusted. Start again; if it keeps happening, tell an administrator.',
  unverified: 'The provider has not verified your e-mail address, so it does not say who you are here.',
  unconfirmed: 'A program has set your e-mail address here. Ask an administrator to confirm it.',
  unknown: 'Nobody here is linked to the account you used there. Only agents and administrators can sign in this way.',
  other_subject: 'The person with your e-mail address is linked to another account at the provider. An administrator can unlink it.',
  owner:
    'You have not confirmed this provider, or another administrator has changed it since. Sign in with your password. Save the provider only after you have checked its issuer, client and domains with whoever runs it; switch it off if you do not know it.',
  address: 'Agents and administrators may not sign in from the network you are in.',
}

/** The sentence for a refusal; undefined for an unknown key. */
export function refusalText(refusal: string | undefined): string | undefined {
  return refusal !== undefined && Object.hasOwn(refusals, refusal) ? refusals[refusal] : undefined
}
