import { useQuery } from '@tanstack/react-query'
import { createLink, useNavigate } from '@tanstack/react-router'
import { unfiledRequestQuery, useFileAccessRequest } from './queries.ts'
import { meQuery } from '#features/session/public.ts'
import { paths } from '#lib/paths.ts'
import { Card, Cards } from '#kit/Card.tsx'
import { Notice } from '#kit/Notice.tsx'
import { Page } from '#kit/Page.tsx'
import { TextAnchor } from '#kit/text.tsx'
import { Trail } from '#kit/Trail.tsx'
import { RequestForm } from './RequestForm.tsx'

const TextLink = createLink(TextAnchor)

/** The page at `paths.new_access_request`. @source docs/reference/specification.md §5.6.1 */
export function NewAccessRequestPage() {
  const navigate = useNavigate()
  const { data: me } = useQuery(meQuery)
  const { data: unfiled } = useQuery(unfiledRequestQuery)
  const file = useFileAccessRequest()
  return (
    <Page
      title="New access request"
      isNarrow
      trail={
        <Trail>
          <TextLink to={paths.access_requests}>Access requests</TextLink>
        </Trail>
      }
    >
      <Cards>
        {unfiled?.manager_id === null && (
          <Notice type="warning" title="You have no manager here yet">
            Somebody has to approve your request.{' '}
            {me?.role === 'admin'
              ? 'Name your manager at People, Access duties, then file it.'
              : 'Ask an administrator to name your manager, then file it.'}
          </Notice>
        )}
        <Card>
          <RequestForm
            unfiled={unfiled}
            error={file.error}
            onForget={file.reset}
            isBusy={file.isPending}
            onSave={(input) =>
              file.mutate(input, {
                onSuccess: ({ id }) => navigate({ to: paths.access_request, params: { id: String(id) }, ignoreBlocker: true }),
              })
            }
            onCancel={() => navigate({ to: paths.access_requests, ignoreBlocker: true })}
          />
        </Card>
      </Cards>
    </Page>
  )
}
