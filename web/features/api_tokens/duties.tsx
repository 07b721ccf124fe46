// Which duty allows adding which tokens: being an administrator alone allows none.
// Does not belong here: enforcing it; the server does.

import { createLink } from '@tanstack/react-router'
import { paths } from '#lib/paths.ts'
import { Notice } from '#kit/Notice.tsx'
import { TextAnchor } from '#kit/text.tsx'
import type { Ground } from './token_draft.ts'
import type { Standing } from '#features/session/public.ts'

const TextLink = createLink(TextAnchor)

/** The grounds a user with these duties may add tokens for, in the order of the form: without an access request for administrators only. */
export function groundsFor({ role, duties }: Standing): Ground[] {
  return [
    ...(duties.includes('engineer') ? (['access_request'] as const) : []),
    ...(role === 'admin' && duties.includes('support_operations') ? (['personal_use', 'team_automation'] as const) : []),
  ]
}

/** Says to an administrator which duty is missing for what; renders nothing if none is. */
export function MissingDuty({ role, duties }: Standing) {
  const hasEngineer = duties.includes('engineer')
  const hasOperations = duties.includes('support_operations')
  if (role !== 'admin' || (hasEngineer && hasOperations)) return null
  const hasNone = !hasEngineer && !hasOperations
  return (
    <Notice type={hasNone ? 'warning' : 'info'} title={hasNone ? 'You have no duty to add tokens' : 'You can add some tokens only'}>
      {!hasEngineer && 'Adding the token of an access request takes the duty of an engineer. '}
      {!hasOperations && 'Adding a token without an access request takes the duty of support operations. '}
      You give duties at <TextLink to={paths.access_people}>Access duties</TextLink>.
    </Notice>
  )
}
