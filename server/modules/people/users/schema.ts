// USERS: end users, agents and admins of an instance; their data, memberships, and who may change them.
// Not here: their identities (user_identities/), signing in (sessions/, auth/), groups and organizations themselves.
import Type, { type Static } from 'typebox'
import type { Role } from '#core/context.ts'
import { anyObject, flag, flagOrNull, oneOf, orNull, text, textOrNull, texts, whole, wholeOrNull, wholes } from '#http/answer_shape.ts'
import { MAX_ITEMS } from '#http/bounds.ts'
import { MAX_AT_ONCE } from '#http/bulk_ids.ts'
import { Address, Anything, Flag, Id, Ids, defineInput, Key, Line, listOf, Members, Tags, Text, Word, wrapInKey } from '#http/shape.ts'
import { Photo } from '#modules/common/attachments/schema.ts'
import { CustomRole } from '../custom_roles/schema.ts'
import { Group } from '../groups/schema.ts'
import { SeenOrganization } from '../organizations/schema.ts'
import { Identity, IdentityInput } from '../user_identities/schema.ts'
import { MAX_IDENTITIES } from '../user_identities/values.ts'

const IdsOrNull = Type.Unsafe<number[] | null>({ type: ['array', 'null'], items: { type: 'integer' }, maxItems: MAX_ITEMS })

const MEMBERS = {
  name: Line,
  email: Address,
  role: Text,
  custom_role_id: Id,
  verified: Flag,
  skip_verify_email: Flag,
  suspended: Flag,
  external_id: Key,
  organization_id: Id,
  organization_ids: Ids,
  organization: defineInput({ name: Line }),
  default_group_id: Id,
  group_id: Id,
  group_ids: Ids,
  phone: Text,
  shared_phone_number: Flag,
  time_zone: Text,
  locale: Text,
  locale_id: Id,
  alias: Line,
  signature: Text,
  details: Text,
  notes: Text,
  tags: Tags,
  moderator: Flag,
  ticket_restriction: Text,
  agent_brand_ids: IdsOrNull,
  only_private_comments: Flag,
  user_fields: Members,
  identities: listOf(IdentityInput, MAX_IDENTITIES),
  password: Text,
  remote_photo_url: Text,
  photo: Anything,
}

/** The writable members of a user. @source docs/reference/people.md §1 */
export const UserInput = defineInput(MEMBERS)
export type UserInput = Static<typeof UserInput>
export const UserBody = wrapInKey('user', UserInput)

/** One of several users, identified by id or external_id. */
export const NamedUserInput = defineInput({ ...MEMBERS, id: Id })
export type NamedUserInput = Static<typeof NamedUserInput>
export const UsersBody = wrapInKey('users', listOf(NamedUserInput, MAX_AT_ONCE, 'Maximum 100 users may be created per call'))
/** One change for all users named in the query, or a list of changes. @source docs/reference/conventions.md §6 */
export const UpdateManyBody = defineInput({ user: UserInput, users: listOf(NamedUserInput, MAX_AT_ONCE) })

export const MergeBody = wrapInKey('user', defineInput({ id: Id, email: Address, password: Text }))
export const PasswordBody = defineInput({ password: Text, previous_password: Text })
export const TagsBody = defineInput({ tags: Tags })

export const PreferencesInput = defineInput({
  lotus: defineInput({
    agent_workspace_theme_preference: Word,
    agent_workspace_theme_preference_for_conversation_panel: Word,
    keyboard_shortcuts_enabled: Flag,
    macro_shortcuts_enabled: Flag,
    show_onboarding_tooltips: Flag,
  }),
  admin_center: defineInput({ has_admin_center_side_nav_open: Flag }),
  shared_views_order: Ids,
})
export type PreferencesInput = Static<typeof PreferencesInput>
export const PreferencesBody = wrapInKey('settings', PreferencesInput)

/** The roles of users. */
export const ROLES = ['end-user', 'agent', 'admin'] as const satisfies readonly Role[]

const SHORT = {
  id: whole,
  url: text,
  name: text,
  email: textOrNull,
  created_at: text,
  updated_at: text,
  time_zone: text,
  iana_time_zone: text,
  phone: textOrNull,
  shared_phone_number: flagOrNull,
  photo: orNull(Photo),
  locale_id: whole,
  locale: text,
  organization_id: wholeOrNull,
  role: oneOf(ROLES),
  verified: flag,
}

/** What the caller may do with a user. */
export const Abilities = Type.Object({
  user_id: whole,
  can_edit: flag,
  can_delete: flag,
  can_edit_password: flag,
  can_manage_identities_of: flag,
  can_verify_identities: flag,
})

const FOR_STAFF = Type.Partial(
  Type.Object({
    external_id: textOrNull,
    tags: texts,
    alias: textOrNull,
    active: flag,
    shared: flag,
    shared_agent: flag,
    last_login_at: textOrNull,
    two_factor_auth_enabled: flag,
    signature: textOrNull,
    details: textOrNull,
    notes: textOrNull,
    role_type: wholeOrNull,
    custom_role_id: wholeOrNull,
    moderator: flag,
    ticket_restriction: textOrNull,
    only_private_comments: flag,
    restricted_agent: flag,
    suspended: flag,
    default_group_id: wholeOrNull,
    /** Of agents and administrators. */
    agent_brand_ids: wholes,
    report_csv: flag,
    user_fields: anyObject,
    /** With `include=abilities`. */
    abilities: Abilities,
  }),
)
/** As the caller may see them: agents and admins see all members, end users the first ones. */
export const User = Type.Object({ ...SHORT, ...FOR_STAFF.properties })
export const OneUser = Type.Object({ user: User })
/** What comes along where `include` asks for it. */
export const UserSiblings = Type.Partial(
  Type.Object({
    organizations: Type.Array(SeenOrganization),
    groups: Type.Array(Group),
    identities: Type.Array(Identity),
    /** By the ids of the users. */
    open_ticket_count: Type.Record(text, whole),
    roles: Type.Array(CustomRole),
    abilities: Type.Array(Abilities),
  }),
)
export const SomeUsers = Type.Object({ users: Type.Array(User), ...UserSiblings.properties })
/** The caller. An anonymous caller has neither id nor url. */
export const CurrentUser = Type.Object({
  ...User.properties,
  id: wholeOrNull,
  url: textOrNull,
  authenticity_token: text,
  second_factor_required: Type.Optional(flag),
})
export const OneCurrentUser = Type.Object({ user: CurrentUser, ...UserSiblings.properties })
export const DeletedUser = Type.Object({ ...SHORT, iana_time_zone: Type.Optional(text), verified: Type.Optional(flag), active: flag })
/** How much of the instance hangs on a user. */
export const RelatedToUser = Type.Object({
  assigned_tickets: whole,
  requested_tickets: whole,
  ccd_tickets: whole,
  organization_subscriptions: whole,
})
export const Preferences = Type.Object({
  lotus: Type.Object({
    keyboard_shortcuts_enabled: flag,
    macro_shortcuts_enabled: flag,
    show_onboarding_tooltips: flag,
    agent_workspace_theme_preference: text,
    agent_workspace_theme_preference_for_conversation_panel: text,
    two_factor_authentication: flag,
  }),
  admin_center: Type.Object({ has_admin_center_side_nav_open: flag }),
  shared_views_order: Type.Optional(wholes),
})
export const OnePreferences = Type.Object({ settings: Preferences })
export const TagList = Type.Object({ tags: texts })
