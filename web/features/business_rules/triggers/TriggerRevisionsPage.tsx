// The history of a trigger: its revisions with what each changed; an older one can be restored.
// Does not belong here: the trigger itself (TriggerPage.tsx).

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createLink, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { definitionsQuery, ruleQuery, useSaveRule } from '../queries/rules.ts'
import { revisionsQuery, type TriggerRevision } from '../queries/trigger_history.ts'
import { namedRecordQuery } from '#features/named_records/public.ts'
import { ConfirmedAct, Loaded } from '#features/common/public.ts'
import { paths } from '#lib/paths.ts'
import { listChangedParts } from '../rules/revision_changes.ts'
import { wordsWith } from '../rules/words.ts'
import { Button } from '#kit/Button.tsx'
import { ChangeList } from '#kit/ChangeList.tsx'
import { Card, FormActions, FormBody } from '#kit/Card.tsx'
import { History, Moment } from '#kit/History.tsx'
import { Page } from '#kit/Page.tsx'
import { Strong, TextAnchor } from '#kit/text.tsx'
import { MenuTrail } from '#features/frame/public.ts'

const TextLink = createLink(TextAnchor)

/** The page at `paths.trigger_revisions`. @source docs/reference/business_rules.md §2.6 */
export function TriggerRevisionsPage() {
  const { id } = useParams({ from: `/frame${paths.trigger_revisions}` })
  const { data: trigger } = useQuery(ruleQuery('triggers', Number(id)))
  return (
    <Page
      title={trigger === undefined ? 'History' : `History of ${trigger.title}`}
      trail={<MenuTrail path={paths.triggers} />}
      intro={
        <TextLink to={paths.trigger} params={{ id }}>
          Go to the trigger
        </TextLink>
      }
      isNarrow
    >
      <Revisions id={Number(id)} />
    </Page>
  )
}

function Revisions({ id }: { id: number }) {
  const query = useInfiniteQuery(revisionsQuery(id))
  const { data: definitions } = useQuery(definitionsQuery('triggers'))
  const words = wordsWith(definitions)
  return (
    <Loaded query={query} noun="trigger" hint="It may have been deleted. The audit log says so.">
      {({ pages }) => {
        const revisions = pages.flatMap(({ trigger_revisions }) => trigger_revisions)
        return (
          <Card>
            <FormBody>
              <History label="Revisions, the newest first">
                {revisions.map((revision, index) => (
                  <Revision key={revision.id} id={id} revision={revision} isNewest={index === 0} words={words} />
                ))}
              </History>
            </FormBody>
            {query.hasNextPage && (
              <FormActions>
                <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  Show older revisions
                </Button>
              </FormActions>
            )}
          </Card>
        )
      }}
    </Loaded>
  )
}

interface RevisionProps {
  id: number
  revision: TriggerRevision
  isNewest: boolean
  words: ReturnType<typeof wordsWith>
}

function Revision({ id, revision, isNewest, words }: RevisionProps) {
  const { author_id, created_at, diff } = revision
  const { data: author } = useQuery(namedRecordQuery('users', String(author_id)))
  const isFirst = diff.source_id === 0
  return (
    <Moment
      who={author?.name ?? (author_id > 0 ? `User ${author_id}` : 'Deskhand')}
      verb={isFirst ? 'created it' : 'changed it'}
      at={created_at}
      text=""
    >
      {listChangedParts(diff, words).map(({ title, lines }) => (
        <div key={title}>
          <Strong>{title}</Strong>
          <ChangeList label={title} lines={lines} />
        </div>
      ))}
      {!isNewest && <Restore id={id} revision={revision} />}
    </Moment>
  )
}

/** Makes the trigger what it was: a new revision with the content of the old one. */
function Restore({ id, revision: { id: revisionId, snapshot } }: { id: number; revision: TriggerRevision }) {
  const [isAsked, setAsked] = useState(false)
  const save = useSaveRule('triggers')
  const { description, ...rest } = snapshot
  return (
    <div>
      <Button size="small" onClick={() => setAsked(true)}>
        Restore
      </Button>
      {isAsked && (
        <ConfirmedAct
          title="Restore this revision?"
          actionLabel="Restore"
          act={() => save.mutateAsync({ id, ...rest, description: description ?? '' })}
          done="Revision restored"
          onClose={() => setAsked(false)}
        >
          <p>
            The trigger becomes what it was in revision {revisionId}: its name, description, state, conditions and actions. Its place in the
            list stays. What it is now remains in the history.
          </p>
        </ConfirmedAct>
      )}
    </div>
  )
}
