import type { Duty } from '#features/session/public.ts'

/** The label of each duty, and a hint about its purpose. */
export const duties: Readonly<Record<Duty, { label: string; hint: string }>> = {
  requester: { label: 'Requester', hint: 'Can file access requests as an end user. Agents can do so anyway.' },
  provisioner: { label: 'Provisioner', hint: 'Reviews access requests and decides on them. Agents and administrators only.' },
  engineer: { label: 'Engineer', hint: 'Issues what was accepted. Agents and administrators only.' },
  support_operations: {
    label: 'Support operations',
    hint: 'Can make API tokens for personal use and for scripts of the team without a request, giving a reason. Agents and administrators only.',
  },
}
