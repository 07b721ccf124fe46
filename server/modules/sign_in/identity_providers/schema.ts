// IDENTITY PROVIDERS: OpenID Connect providers through which agents and admins sign in.
// Not here: sessions themselves (sessions/, auth/), and outbound requests to the provider (server/outbound/).
import Type, { type Static } from 'typebox'
import { flag, text, textOrNull, texts, whole } from '#http/answer_shape.ts'
import { Flag, defineInput, Line, Text, Word, Words, wrapInKey } from '#http/shape.ts'

export const IdentityProviderInput = defineInput({
  name: Line,
  issuer: Text,
  client_id: Text,
  client_secret: Text,
  allowed_domains: Words,
  link_by_verified_email: Flag,
  active: Flag,
})
export type IdentityProviderInput = Static<typeof IdentityProviderInput>
export const IdentityProviderBody = wrapInKey('identity_provider', IdentityProviderInput)

export const IdentityProvider = Type.Object({
  id: whole,
  url: text,
  name: text,
  issuer: text,
  client_id: text,
  client_secret: text,
  allowed_domains: texts,
  link_by_verified_email: flag,
  active: flag,
  redirect_uri: text,
  sign_in_url: text,
  created_at: text,
  updated_at: text,
})
export const OneIdentityProvider = Type.Object({ identity_provider: IdentityProvider })
export const SomeIdentityProviders = Type.Object({ identity_providers: Type.Array(IdentityProvider) })

export const Link = Type.Object({
  id: whole,
  identity_provider_id: whole,
  subject: text,
  user_id: whole,
  created_at: text,
  last_used_at: textOrNull,
})
export const SomeLinks = Type.Object({ identity_provider_links: Type.Array(Link) })

export const VisitQuery = Type.Partial(Type.Object({ return_to: Word }))
/** The parameters of a provider's callback. The whole query string is verified as it was sent. @source RFC 6749 §4.1.2 */
export const CallbackQuery = Type.Partial(Type.Object({ state: Word, code: Word, error: Word, iss: Word }))

/** The ways to sign in. */
export const Methods = Type.Object({
  password: flag,
  sso_only: flag,
  /** False without a mail server: links to passwords and addresses are kept in the outbox then. */
  sends_mail: flag,
  identity_providers: Type.Array(Type.Object({ id: whole, name: text, sign_in_url: text })),
})
export const SignInMethods = Type.Object({ methods: Methods })
