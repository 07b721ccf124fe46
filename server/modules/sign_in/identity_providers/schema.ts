// IDENTITY PROVIDERS: OpenID Connect providers through which agents and admins sign in.
// Not here: sessions themselves (sessions/, auth/), and outbound requests to the provider (server/outbound/).
import Type, { type Static } from 'typebox'
import { Flag, input, Text, Word, Words, wrapped } from '../../../http/shape.ts'

export const IdentityProviderInput = input({
  name: Text,
  issuer: Text,
  client_id: Text,
  client_secret: Text,
  allowed_domains: Words,
  link_by_verified_email: Flag,
  active: Flag,
})
export type IdentityProviderInput = Static<typeof IdentityProviderInput>
export const IdentityProviderBody = wrapped('identity_provider', IdentityProviderInput)

export const IdentityProvider = Type.Object({
  id: Type.Integer(),
  url: Type.String(),
  name: Type.String(),
  issuer: Type.String(),
  client_id: Type.String(),
  client_secret: Type.String(),
  allowed_domains: Type.Array(Type.String()),
  link_by_verified_email: Type.Boolean(),
  active: Type.Boolean(),
  redirect_uri: Type.String(),
  sign_in_url: Type.String(),
  created_at: Type.String(),
  updated_at: Type.String(),
})
export const OneIdentityProvider = Type.Object({ identity_provider: IdentityProvider })
export const SomeIdentityProviders = Type.Object({ identity_providers: Type.Array(IdentityProvider) })

const textOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] })
export const Link = Type.Object({
  id: Type.Integer(),
  identity_provider_id: Type.Integer(),
  subject: Type.String(),
  user_id: Type.Integer(),
  created_at: Type.String(),
  last_used_at: textOrNull,
})
export const SomeLinks = Type.Object({ identity_provider_links: Type.Array(Link) })

export const VisitQuery = Type.Partial(Type.Object({ return_to: Word }))
/** The parameters of a provider's callback. The whole query string is verified as it was sent. @source RFC 6749 §4.1.2 */
export const CallbackQuery = Type.Partial(Type.Object({ state: Word, code: Word, error: Word, iss: Word }))

export const SignInMethods = Type.Object({
  methods: Type.Object({
    password: Type.Boolean(),
    sso_only: Type.Boolean(),
    identity_providers: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), sign_in_url: Type.String() })),
  }),
})
