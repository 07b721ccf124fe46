// What the roles that every account has are called.

const ROLES: Readonly<Record<string, string>> = { 'end-user': 'End user', agent: 'Agent', admin: 'Administrator' }

/** The name of a role; an unknown one is said as it is stored. */
export function describeRole(role: string): string {
  return ROLES[role] ?? role
}
