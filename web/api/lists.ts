import type { Group, TicketField, TriggerCategory, Webhook } from './rule_types.ts'
import type {
  AccessPerson,
  Address,
  ApiToken,
  AuthorizedApplication,
  Brand,
  IdentityProvider,
  Integration,
  OAuthClient,
  OAuthToken,
  ProviderLink,
  RequestEvent,
  Session,
  StaffMember,
} from './types.ts'

/** What the lists that the dashboard reads whole consist of, by the names that they have in answers. */
export interface Lists {
  access_people: AccessPerson
  api_tokens: ApiToken
  authorized_applications: AuthorizedApplication
  brands: Brand
  clients: OAuthClient
  /** Of an access request. */
  events: RequestEvent
  groups: Group
  identities: Address
  identity_provider_links: ProviderLink
  identity_providers: IdentityProvider
  integrations: Integration
  sessions: Session
  ticket_fields: TicketField
  tokens: OAuthToken
  trigger_categories: TriggerCategory
  /** Agents and administrators. */
  users: StaffMember
  webhooks: Webhook
}
