/** The roles of a fresh instance: three to start with, and the system's own. @source docs/reference/account.md §6 */
import { FULL_ROLE, LIGHT_ROLE, PLAIN_ROLE, READER, type RoleConfiguration } from './role_configuration.ts'

interface FreshRole {
  readonly name: string
  readonly description: string
  /** 0 = the instance's own, which can be changed; of every other type there is one, which cannot. */
  readonly role_type: number
  readonly configuration: RoleConfiguration
}

/** In the order they are created. */
export const FRESH_ROLES: readonly FreshRole[] = [
  { name: 'Staff', description: 'Works on the tickets of their groups', role_type: 0, configuration: PLAIN_ROLE },
  {
    name: 'Team lead',
    description: 'Sees all tickets, and looks after people, macros and views',
    role_type: 0,
    configuration: {
      ...PLAIN_ROLE,
      ticket_access: 'all',
      end_user_profile_access: 'full',
      macro_access: 'full',
      view_access: 'full',
      user_view_access: 'full',
      ticket_tag_editing: true,
      ticket_deletion: true,
      ticket_merge: true,
      view_deleted_tickets: true,
      organization_editing: true,
      organization_notes_editing: true,
    },
  },
  {
    name: 'Advisor',
    description: 'Sets up how the work is done, and comments in private',
    role_type: 0,
    configuration: {
      ...PLAIN_ROLE,
      ticket_comment_access: 'none',
      macro_access: 'full',
      view_access: 'full',
      ticket_tag_editing: true,
      manage_business_rules: true,
      manage_extensions_and_channels: true,
      manage_automations: true,
      manage_triggers: true,
    },
  },
  {
    name: 'Light agent',
    description: 'Reads the tickets of their groups, and comments in private',
    role_type: 1,
    configuration: LIGHT_ROLE,
  },
  {
    name: 'Contributor',
    description: 'Reads the tickets of their groups, and comments in private',
    role_type: 3,
    configuration: { ...PLAIN_ROLE, ...READER, ticket_comment_access: 'none', end_user_list_access: 'none' },
  },
  { name: 'Administrator', description: 'May do everything', role_type: 4, configuration: FULL_ROLE },
  { name: 'Billing admin', description: 'May do everything, and manages billing', role_type: 5, configuration: FULL_ROLE },
]
