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
import type * as businessHours from '../../server/modules/account/business_hours/schema.ts'
import type * as locales from '../../server/modules/account/locales/schema.ts'
import type * as automations from '../../server/modules/business_rules/automations/schema.ts'
import type * as macroFiles from '../../server/modules/business_rules/macros/attachment_schema.ts'
import type * as macroEffects from '../../server/modules/business_rules/macros/apply_schema.ts'
import type * as macros from '../../server/modules/business_rules/macros/schema.ts'
import type * as dryRuns from '../../server/modules/business_rules/dry_runs/schema.ts'
import type * as ruleReports from '../../server/modules/business_rules/rule_report/schema.ts'
import type * as ruleTraces from '../../server/modules/business_rules/rule_traces/schema.ts'
import type * as definitions from '../../server/modules/business_rules/rules/definition_schema.ts'
import type * as slaPolicies from '../../server/modules/business_rules/sla_policies/schema.ts'
import type * as triggerCategories from '../../server/modules/business_rules/trigger_categories/schema.ts'
import type * as revisions from '../../server/modules/business_rules/triggers/revision_schema.ts'
import type * as triggers from '../../server/modules/business_rules/triggers/schema.ts'
import type * as webhooks from '../../server/modules/business_rules/webhooks/schema.ts'
import type * as auditLogExports from '../../server/modules/common/audit_log_exports/schema.ts'
import type * as auditLogs from '../../server/modules/common/audit_logs/schema.ts'
import type * as mails from '../../server/modules/common/mails/schema.ts'
import type * as customRoles from '../../server/modules/people/custom_roles/schema.ts'
import type * as groups from '../../server/modules/people/groups/schema.ts'
import type * as identities from '../../server/modules/people/user_identities/schema.ts'
import type * as users from '../../server/modules/people/users/schema.ts'
import type * as identityProviders from '../../server/modules/sign_in/identity_providers/schema.ts'
import type * as passwordLinks from '../../server/modules/sign_in/password_links/schema.ts'
import type * as secondFactors from '../../server/modules/sign_in/second_factors/schema.ts'
import type * as sessions from '../../server/modules/sign_in/sessions/schema.ts'
import type * as ticketFields from '../../server/modules/ticket_setup/ticket_fields/schema.ts'
import type * as audits from '../../server/modules/tickets/ticket_audits/schema.ts'
import type * as comments from '../../server/modules/tickets/ticket_comments/schema.ts'
import type * as tickets from '../../server/modules/tickets/tickets/schema.ts'

/** What of an answer is not the text of a table. */
type Data<Answer> = Exclude<Answer, string>

// people

/** `GET /api/v2/users/me`: a visitor who is not signed in has the id null. */
export type CurrentUser = AnswerOf<typeof users.CurrentUser>
export type Role = CurrentUser['role']
export type ProfileChange = Pick<users.UserInput, 'name' | 'locale' | 'time_zone'>
/** A user, as every caller sees them. */
export type Person = Pick<User, 'id' | 'name' | 'email'>
/** An agent or administrator, as others of the staff see them. */
export type StaffMember = Pick<User, 'id' | 'name' | 'email' | 'role'> & Required<Pick<User, StaffWord>>
type User = AnswerOf<typeof users.User>
type StaffWord = 'custom_role_id' | 'suspended' | 'two_factor_auth_enabled' | 'last_login_at'
/** What an administrator changes of a user. */
export type MemberChange = Pick<users.UserInput, 'name' | 'role' | 'custom_role_id' | 'suspended'>
/** What makes a new team member. */
export type Invitation = Omit<teamMembers.TeamMemberInput, 'duties'> & { duties: readonly Duty[] }
export type NewTeamMember = AnswerOf<typeof teamMembers.OneTeamMember>['team_member']
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

// business rules

/** What a trigger or an automation can be made of. */
export type RuleDefinitions = AnswerOf<typeof definitions.OneDefinitions>['definitions']
export type ConditionDefinition = RuleDefinitions['conditions_all'][number]
export type ActionDefinition = RuleDefinitions['actions'][number]
export type Trigger = AnswerOf<typeof triggers.Trigger>
export type Automation = AnswerOf<typeof automations.Automation>
export type Macro = AnswerOf<typeof macros.Macro>
/** A trigger, an automation or a macro: what they have in common, and what only some kinds have. */
export type Rule = Pick<Automation, keyof Automation & keyof Macro> &
  Partial<Pick<Automation, 'conditions'> & Pick<Trigger, 'category_id' | 'description'> & Pick<Macro, 'restriction' | 'attachments'>>
/** A group of agents. */
export type Group = Pick<AnswerOf<typeof groups.Group>, 'id' | 'name'>
/** Who a rule is for: everyone, some groups, or one person. */
export type Restriction = Macro['restriction']
export type MacroFile = AnswerOf<typeof macroFiles.MacroAttachment>
/** A ticket as it would be after a macro. */
export type AppliedTicket = AnswerOf<typeof macroEffects.AppliedToTicket>['result']['ticket']
export type RuleConditions = Automation['conditions']
export type RuleCondition = RuleConditions['all'][number]
export type RuleAction = Rule['actions'][number]
export type TriggerCategory = AnswerOf<typeof triggerCategories.TriggerCategory>
/** A revision of a trigger, with the differences to the one before. */
export type TriggerRevision = AnswerOf<typeof revisions.SomeRevisions>['trigger_revisions'][number]
export type SlaPolicy = AnswerOf<typeof slaPolicies.SlaPolicy>
export type SlaCondition = SlaPolicy['filter']['all'][number]
/** How long a metric of tickets of a priority may take; in minutes. */
export type SlaTarget = SlaPolicy['policy_metrics'][number]
/** A field that the filter of a policy can have. */
export type SlaDefinition = AnswerOf<typeof slaPolicies.PolicyDefinitions>['definitions']['all'][number]
export type Schedule = AnswerOf<typeof businessHours.Schedule>
export type ScheduleInput = Required<businessHours.ScheduleInput>
/** Hours of a week, in minutes since the beginning of Sunday. */
export type ScheduleInterval = Schedule['intervals'][number]
export type Holiday = AnswerOf<typeof businessHours.Holiday>
export type HolidayInput = Required<businessHours.HolidayInput>

// webhooks

/** Without what is secret of its authentication, which no answer holds. */
export type Webhook = AnswerOf<typeof webhooks.OneWebhook>['webhook']
export type WebhookInput = webhooks.WebhookInput
export type WebhookAuthentication = webhooks.AuthenticationInput
/** A call of a webhook, which may take several attempts. */
export type Invocation = AnswerOf<typeof webhooks.SomeInvocations>['invocations'][number]
/** `after_cursor` and `before_cursor` are there where there is more. */
export type InvocationPage = AnswerOf<typeof webhooks.SomeInvocations>
export type Attempt = AnswerOf<typeof webhooks.SomeAttempts>['attempts'][number]
/** A request or a response: its headers and its body as text. */
export type HttpMessage = NonNullable<Attempt['request']>
export type SigningSecret = AnswerOf<typeof webhooks.SigningSecret>['signing_secret']
export type WebhookTest = webhooks.TestInput
export type WebhookTestAnswer = AnswerOf<typeof webhooks.TestAnswer>['response']
export type ReplayInput = webhooks.ReplayInput
export type Replay = AnswerOf<typeof webhooks.OneReplay>['replay']

/** A trigger tried on past updates. */
export type TriggerDryRun = AnswerOf<typeof dryRuns.OneTriggerDryRun>['dry_run']
/** An update that it fires on, or that ends otherwise because of it. */
export type TriedUpdate = TriggerDryRun['samples'][number]
/** An automation tried on the tickets as they are. */
export type AutomationDryRun = AnswerOf<typeof dryRuns.OneAutomationDryRun>['dry_run']

/** What is wrong with the active rules. */
export type RuleReport = AnswerOf<typeof ruleReports.RuleReport>
export type RuleFinding = RuleReport['findings'][number]

// tickets

export type Ticket = AnswerOf<typeof tickets.Ticket>
export type TicketComment = AnswerOf<typeof comments.Comment>
/** One write of a ticket, with its events. */
export type TicketAudit = AnswerOf<typeof audits.Audit>
export type TicketEvent = TicketAudit['events'][number]
export type TicketField = AnswerOf<typeof ticketFields.TicketField>
/** Why rules fired or did not in a write, with its audit. */
export type AuditTrace = AnswerOf<typeof ruleTraces.OneRuleTrace>
export type RuleTrace = AuditTrace['trace']
export type TracedTrigger = RuleTrace['triggers'][number]
export type TracedConditions = NonNullable<TracedTrigger['conditions']>
export type TracedAction = TracedTrigger['actions'][number]
/** A change of one member of a ticket by a rule. */
export type TracedChange = TracedTrigger['changes'][number]

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
