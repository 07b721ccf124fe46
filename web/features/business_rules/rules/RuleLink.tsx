import { useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import { meQuery } from '#features/session/public.ts'
import { paths } from '#lib/paths.ts'
import { Strong, TextAnchor } from '#kit/text.tsx'

const TextLink = createLink(TextAnchor)

interface RuleLinkProps {
  kind: 'trigger' | 'automation'
  id: number
  title: string
}

/** The name of a rule; for administrators a link to its editor. */
export function RuleLink({ kind, id, title }: RuleLinkProps) {
  const { data: me } = useQuery(meQuery)
  const name = kind === 'trigger' ? 'Trigger' : 'Automation'
  if (me?.role !== 'admin')
    return (
      <Strong>
        {name} “{title}”
      </Strong>
    )
  return (
    <span>
      {name}{' '}
      <TextLink to={kind === 'trigger' ? paths.trigger : paths.automation} params={{ id: String(id) }}>
        {title}
      </TextLink>
    </span>
  )
}
