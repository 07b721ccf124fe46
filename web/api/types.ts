// What the dashboard reads and writes, by the shapes the server has of it. Types alone: nothing of the server comes into the bundle.
// Does not belong here: what only the dashboard knows of, such as the fields of a form; it stands beside what uses it.

import type { AnswerOf } from '../../server/http/route.ts'
import type * as grants from '../../server/modules/access/access_requests/grants/schema.ts'
import type * as accessPeople from '../../server/modules/access/access_requests/people/schema.ts'
import type * as accessRequests from '../../server/modules/access/access_requests/schema.ts'
import type * as apiTokens from '../../server/modules/access/api_tokens/schema.ts'
import type * as applications from '../../server/modules/access/authorized_applications/schema.ts'
import type * as activity from '../../server/modules/access/credential_activity/schema.ts'
import type * as home from '../../server/modules/access/home/schema.ts'
import type * as integrations from '../../server/modules/access/integrations/schema.ts'
import type * as authorizations from '../../server/modules/access/oauth_authorizations/schema.ts'
import type * as oauthClients from '../../server/modules/access/oauth_clients/schema.ts'
import type * as oauthTokens from '../../server/modules/access/oauth_tokens/schema.ts'
import type * as secrets from '../../server/modules/access/shared_secrets/schema.ts'
import type * as teamMembers from '../../server/modules/access/team_members/schema.ts'
import type * as settings from '../../server/modules/account/account_settings/schema.ts'
import type * as brands from '../../server/modules/account/brands/schema.ts'
import type * as locales from '../../server/modules/account/locales/schema.ts'
import type * as auditLogExports from '../../server/modules/common/audit_log_exports/schema.ts'
import type * as auditLogs from '../../server/modules/common/audit_logs/schema.ts'
import type * as mails from '../../server/modules/common/mails/schema.ts'
import type * as customRoles from '../../server/modules/people/custom_roles/schema.ts'
import type * as identities from '../../server/modules/people/user_identities/schema.ts'
import type * as users from '../../server/modules/people/users/schema.ts'
import type * as identityProviders from '../../server/modules/sign_in/identity_providers/schema.ts'
import type * as passwordLinks from '../../server/modules/sign_in/password_links/schema.ts'
import type * as secondFactors from '../../server/modules/sign_in/second_factors/schema.ts'
import type * as sessions from '../../server/modules/sign_in/sessions/schema.ts'
import type * as channels from '../../server/modules/tickets/channels/schema.ts'

/** What of an answer is not the text of a table. */
type Data<Answer> = Exclude<Answer, string>

// people

/** `GET /api/v2/users/me`: a visitor who is not signed in has the id null. */
export type CurrentUser = AnswerOf<typeof users.CurrentUser>
export type Role = CurrentUser['role']
export type ProfileChange = Pick<users.UserInput, 'name' | 'locale' | 'time_zone'>
/** A user, as every caller sees them. */
export type Person = Pick<User, 'id' | 'name' | 'email'>
/** A user, as agents read their profile. */
export type Profile = Person & Pick<User, 'phone' | 'role' | 'created_at' | 'alias' | 'details' | 'notes' | 'tags'>
export type AnsweredDisplay = AnswerOf<typeof channels.DisplayAnswer>
/** The ticket or user that the agent is asked to open; null for nothing. */
export type Display = AnsweredDisplay['display']
/** An agent or administrator, as others of the staff see them. */
export type StaffMember = Pick<User, 'id' | 'name' | 'email' | 'role'> & Required<Pick<User, StaffWord>>
type User = AnswerOf<typeof users.User>
type StaffWord = 'custom_role_id' | 'suspended' | 'two_factor_auth_enabled' | 'last_login_at'
/** What an administrator changes of a user. */
export type MemberChange = Pick<users.UserInput, 'name' | 'role' | 'custom_role_id' | 'suspended'>
/** What makes a new team member. */
export type Invitation = Omit<teamMembers.TeamMemberInput, 'duties'> & { duties: readonly Duty[] }
export type NewTeamMember = AnswerOf<typeof teamMembers.OneTeamMember>['team_member']
/** A link to choose a password, and what became of the mail with it. */
export type SentLink = AnswerOf<typeof passwordLinks.SentLinkAnswer>['password_link']
/** An e-mail address of a user. */
export type Address = AnswerOf<typeof identities.Identity>
/** What of agents is decided by a role of the instance's own, as far as the dashboard shows it. */
export type CustomRole = Pick<AnswerOf<typeof customRoles.CustomRole>, 'id' | 'name' | 'description' | 'role_type'>
export type AccessPerson = AnswerOf<typeof accessPeople.AccessPerson>
export type AccessPersonChange = accessPeople.AccessPersonInput
export type Duty = AccessPerson['duties'][number]

// signing in

/** What this instance offers to sign in with. */
export type SignInMethods = AnswerOf<typeof identityProviders.SignInMethods>['methods']
export type SignInAnswer = AnswerOf<typeof sessions.SignInAnswer>
export type Session = AnswerOf<typeof sessions.Session>
export type SecondFactor = AnswerOf<typeof secondFactors.OneSecondFactor>['second_factor']
/** The only answer that holds the secret. */
export type NewSecondFactor = AnswerOf<typeof secondFactors.NewSecondFactor>['second_factor']
/** The only answer that holds recovery codes. */
export type WithRecoveryCodes = AnswerOf<typeof secondFactors.WithRecoveryCodes>
/** Whose password a link is for, and what it must be. */
export type PasswordLink = AnswerOf<typeof passwordLinks.PasswordLinkAnswer>['password_link']
/** The user it was chosen for. */
export type SetPassword = AnswerOf<typeof passwordLinks.PasswordSetAnswer>['password_link']
export type VerifiedAddress = AnswerOf<typeof identities.VerifiedAddress>['verification']
export type IdentityProvider = AnswerOf<typeof identityProviders.IdentityProvider>
export type IdentityProviderInput = identityProviders.IdentityProviderInput
/** The user that a subject of an identity provider stands for. */
export type ProviderLink = AnswerOf<typeof identityProviders.Link>

// the instance

export type InstanceSettings = AnswerOf<typeof settings.InstanceSettingsAnswer>['settings']
export type SecuritySettings = InstanceSettings['security']
export type PasswordPolicy = SecuritySettings['password']
export type SecondFactorPolicy = SecuritySettings['second_factor']
export type SecurityChange = NonNullable<settings.InstanceSettingsInput['security']>
/** Who is answered as on another date; `at` null = nobody. */
export type Simulation = InstanceSettings['api']['rehearsal']
/** A name under which the account is known to its customers. */
export type Brand = AnswerOf<typeof brands.Brand>
/** A language. */
export type Locale = AnswerOf<typeof locales.LocaleAnswer>
export type Home = AnswerOf<typeof home.Home>
/** The first of what waits, and how many there are. */
export type Waiting = Home['waiting'][number]
export type WaitingKind = Waiting['kind']
export type SetUpStep = NonNullable<Home['checklist']>['items'][number]['key']
/** An outgoing mail. */
export type Mail = AnswerOf<typeof mails.Mail>
export type MailState = Mail['state']
/** An entry of the audit log. */
export type AuditLog = AnswerOf<typeof auditLogs.AuditLog>
/** With its details and its place in the chain; entries made before there was a chain have none. */
export type WholeAuditLog = AnswerOf<typeof auditLogs.WholeAuditLog>
export type ChainHead = AnswerOf<typeof auditLogs.ChainHead>
export type AuditLogExport = AnswerOf<typeof auditLogExports.AuditLogExport>

// access requests

export type AccessRequest = AnswerOf<typeof accessRequests.AccessRequest>
export type RequestKind = AccessRequest['kind']
export type RequestState = AccessRequest['state']
/** The steps a person can take. */
export type StepName = AccessRequest['allowed_steps'][number]
/** A step that is left of a request, and who could take it. */
export type NextStep = AnswerOf<typeof accessRequests.NextStep>
/** What a request would meet that were filed now. */
export type UnfiledRequest = AnswerOf<typeof accessRequests.UnfiledAccessRequest>
export type RequestPerson = AnswerOf<typeof accessRequests.NamedUser>
export type RequestEvent = AnswerOf<typeof accessRequests.AccessRequestEvent>
export type NewAccessRequest = accessRequests.NewAccessRequestInput
/** What the requester may change before approval, and the manager an administrator can name. */
export type AccessRequestChange = accessRequests.AccessRequestInput
export type StepInput = accessRequests.StepInput & grants.RevocationInput
export type IssueInput = grants.IssueInput
export type IssuedRequest = AnswerOf<typeof grants.IssueAnswer>
export type HandOverInput = grants.HandOverInput
export type GrantRotation = grants.RotationInput

// credentials

export type ApiToken = AnswerOf<typeof apiTokens.ApiToken>
/** The only response that contains the value: the one to creating the token. */
export type NewApiToken = AnswerOf<typeof apiTokens.CreatedApiToken>
export type ApiTokenInput = apiTokens.NewApiTokenInput
export type ApiTokenChange = apiTokens.ApiTokenInput
/** The bounds of a new token; null is no bound. */
export type TokenBounds = Required<Pick<ApiTokenInput, 'expires_at' | 'assigned_user_id' | 'allowed_ips' | 'per_minute'>>
/** The two cases in which a token needs no access request. @source docs/reference/specification.md §5.6.6 */
export type TokenException = (typeof apiTokens.EXCEPTIONS)[number]
/** What breaks if a token is revoked. */
export type TokenImpact = AnswerOf<typeof apiTokens.Impact>
export type TokenCaller = TokenImpact['callers'][number]
export type TokenEndpoint = TokenImpact['endpoints'][number]
export type LateCaller = AnswerOf<typeof apiTokens.LateCaller>

export type Integration = AnswerOf<typeof integrations.Integration>
export type IntegrationState = Integration['state']
export type IntegrationHealth = NonNullable<Integration['health']>
/** A step of a checklist; the service does the automatic ones itself. */
export type IntegrationStep = AnswerOf<typeof integrations.ChecklistStep>
/** An OAuth client or an API token that ends with the integration. */
export type IntegrationCredential = AnswerOf<typeof integrations.IntegrationCredential>
/** What a kind of integration is called, and what its configuration is made of. */
export type IntegrationKind = AnswerOf<typeof integrations.IntegrationKindAnswer>
/** Calls made with what an integration owns. */
export type IntegrationImpact = AnswerOf<typeof integrations.IntegrationImpact>
export type NewIntegration = integrations.NewIntegrationInput
export type IntegrationTick = integrations.TickInput
export type IntegrationRevocation = integrations.RevocationInput

/** A program that may ask for access tokens. */
export type OAuthClient = AnswerOf<typeof oauthClients.OAuthClient>
export type OAuthClientInput = oauthClients.OAuthClientInput
export type OAuthToken = AnswerOf<typeof oauthTokens.OAuthToken>
/** A program that holds OAuth tokens of the person who is signed in. */
export type AuthorizedApplication = AnswerOf<typeof applications.AuthorizedApplication>
/** What a client asks of the person who is signed in; or where to go at once, because it cannot be answered. */
export type Consent = AnswerOf<typeof authorizations.ConsentAnswer>
export type Authorization = NonNullable<Consent['authorization']>
export type Decision = AnswerOf<typeof authorizations.DecisionAnswer>
/** A scope, and what it means in words. `is_broad`: it reaches beyond one kind of record. */
export type Scope = AnswerOf<typeof authorizations.ScopeList>['scopes'][number]

/** A one-time secret, without its value. */
export type SharedSecret = AnswerOf<typeof secrets.SharedSecret>
export type SharedSecretState = SharedSecret['state']
/** The answer to sending alone holds the link. */
export type SentSecret = AnswerOf<typeof secrets.CreatedSharedSecret>
export type SharedSecretInput = secrets.SharedSecretInput
/** The answer to opening alone holds the value. */
export type OpenedSecret = AnswerOf<typeof secrets.OpenedSecret>
/** How one opens: by a link, or by a row of the list. */
export type Opening = secrets.OpenInput

/** One page of `GET /api/v2/deskhand/activity`. */
export type ActivityPage = Data<AnswerOf<typeof activity.ActivityAnswer>> & Counted
export type ActivityLine = AnswerOf<typeof activity.Activity>
/** `GET /api/v2/deskhand/radar` */
export type Radar = Data<AnswerOf<typeof activity.RadarAnswer>>['radar']
/** Something that ends. */
export type Retirement = Radar['retirements'][number]
/** A caller of something that ends. */
export type RadarCaller = AnswerOf<typeof activity.Caller>

// lists

/** What stands beside the rows of a page that is asked for by its number. */
export interface Counted {
  count: number
}

/** One page of a list with cursor paging; the rows are under the name of the resource. */
export interface Page {
  meta: { has_more: boolean; after_cursor: string | null; before_cursor: string | null }
  [resource: string]: unknown
}
