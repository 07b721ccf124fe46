// Who a rule is for: everyone, some groups, or one person.

import { useQuery } from '@tanstack/react-query'
import { groupsQuery } from '../queries/groups.ts'
import { namedRecordQuery } from '#features/named_records/public.ts'
import { meQuery } from '#features/session/public.ts'
import { Loaded } from '#features/common/public.ts'
import { CheckboxGroup, RadioGroup } from '#kit/fields.tsx'
import type { AudienceDraft } from './audience.ts'
import { withUnknown } from './ValueField.tsx'

interface AudienceFieldProps {
  value: AudienceDraft
  /** Why the server refused it. */
  error: string | undefined
  onChange: (value: Partial<AudienceDraft>) => void
}

/** A choice, and below it the groups if it is those. */
export function AudienceField({ value: { audience, group_ids, owner_id }, error, onChange }: AudienceFieldProps) {
  const { data: me } = useQuery(meQuery)
  const isOwn = owner_id === null || owner_id === me?.id
  const { data: owner } = useQuery(namedRecordQuery('users', isOwn ? '' : String(owner_id)))
  const groups = useQuery({ ...groupsQuery, enabled: audience === 'groups' })
  const person = isOwn ? 'Only me' : `Only ${owner?.name ?? `user ${owner_id}`}`
  return (
    <>
      <RadioGroup
        legend="Who may use it"
        name="audience"
        choices={[
          { value: 'everyone', label: 'All agents' },
          { value: 'groups', label: 'Agents in some groups' },
          { value: 'person', label: person },
        ]}
        value={audience}
        onChange={(next) => onChange({ audience: next })}
      />
      {audience === 'groups' && (
        <Loaded query={groups} noun="groups" rows={3} isInCard>
          {(all) => (
            <CheckboxGroup
              legend="Groups"
              name="group_ids"
              choices={withUnknown(
                all.map(({ id, name }) => ({ value: String(id), label: name })),
                group_ids,
              )}
              values={group_ids}
              error={error}
              onChange={(chosen) => onChange({ group_ids: chosen })}
              isLong
            />
          )}
        </Loaded>
      )}
    </>
  )
}
