/** Duties in access governance: they are given to each user by name, and being an administrator includes none of them. */
import { requireInPerson } from '#auth/in_person.ts'
import type { Context, Duty } from '#core/context.ts'
import { Forbidden } from '#core/errors.ts'

const TITLES: Readonly<Record<Duty, string>> = {
  requester: 'a requester',
  provisioner: 'a provisioner',
  engineer: 'an engineer',
  support_operations: 'a member of support operations',
}

/**
 * True when the caller has a duty. All except filing requests need the caller to be staff, whatever is stored.
 * @source docs/reference/specification.md §5.6
 */
export function hasDuty({ actor }: Context, duty: Duty): boolean {
  return actor.duties.includes(duty) && (duty === 'requester' || actor.role !== 'end-user')
}

/** @throws Forbidden naming the duty that the caller lacks, or as {@link requireInPerson} */
export function requireDuty(ctx: Context, duty: Duty): void {
  requireInPerson(ctx)
  if (hasDuty(ctx, duty)) return
  const who =
    ctx.actor.role === 'admin' ? 'Assign the duty to a user at People, Access duties.' : 'An administrator gives the duty to a person.'
  throw new Forbidden(`Only ${TITLES[duty]} may do this. ${who}`)
}
