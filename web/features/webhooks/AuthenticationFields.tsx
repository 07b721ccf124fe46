import { detailOf } from '#contract/errors.ts'
import { type Choice, RadioGroup, TextField } from '#kit/fields.tsx'
import { PasswordField } from '#kit/PasswordField.tsx'
import type { AuthenticationType, FieldsProps } from './draft.ts'

const types: readonly Choice<AuthenticationType>[] = [
  { value: 'none', label: 'None' },
  { value: 'basic_auth', label: 'Basic', hint: 'A user name and a password.' },
  { value: 'bearer_token', label: 'Bearer token', hint: 'A token in the header Authorization.' },
  { value: 'api_key', label: 'API key', hint: 'A header of any name.' },
]

/** What the secret of each type is called. */
const SECRETS = { basic_auth: 'Password', bearer_token: 'Token', api_key: 'Key' } as const

type Place = 'username' | 'header' | 'secret'

/** The field that the server's sentence is about, with what to do there. */
function problemOf(sentence: string | undefined, type: AuthenticationType): { place: Place; text: string } | undefined {
  if (sentence === undefined || type === 'none') return undefined
  if (/data\.username/i.test(sentence)) return { place: 'username', text: 'Enter a user name without a colon' }
  if (/data\.name/i.test(sentence)) return { place: 'header', text: 'Enter the name of a header' }
  return { place: 'secret', text: sentence.includes('must hold') ? `Enter the ${SECRETS[type].toLowerCase()}` : sentence }
}

/** How calls authenticate. A stored secret is never shown, and stays unless another one is typed. `stored`: the type that has one. */
export function AuthenticationFields({ draft, error, onChange, stored }: FieldsProps & { stored: string | undefined }) {
  const { authentication: type, username, header, secret } = draft
  const problem = problemOf(detailOf(error, 'authentication'), type)
  const problemAt = (place: Place) => (problem?.place === place ? problem.text : undefined)
  return (
    <>
      <RadioGroup
        legend="Authentication"
        name="authentication"
        choices={types}
        value={type}
        // a secret that was typed for another type is not sent as this one's
        onChange={(authentication) => onChange({ authentication, secret: '' })}
      />
      {type === 'basic_auth' && (
        <TextField
          label="User name"
          name="username"
          autoComplete="off"
          value={username}
          error={problemAt('username')}
          onChange={(value) => onChange({ username: value })}
          isRequired
        />
      )}
      {type === 'api_key' && (
        <TextField
          label="Header"
          name="header"
          hint="Such as X-API-Key."
          autoComplete="off"
          value={header}
          error={problemAt('header')}
          onChange={(value) => onChange({ header: value })}
          isRequired
        />
      )}
      {type !== 'none' && (
        <PasswordField
          label={SECRETS[type]}
          name="secret"
          hint={
            stored === type ? 'It is stored and not shown. Leave this empty to keep it.' : 'It is stored encrypted, and not shown again.'
          }
          value={secret}
          error={problemAt('secret')}
          onChange={(value) => onChange({ secret: value })}
        />
      )}
    </>
  )
}
