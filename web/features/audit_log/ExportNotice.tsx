import { useQuery } from '@tanstack/react-query'
import { auditLogExportQuery } from './queries.ts'
import { ApiError, describeError, isWorthRetrying } from '#contract/errors.ts'
import { useSendsMail } from '#features/session/public.ts'
import { DownloadLink } from '#kit/DownloadLink.tsx'
import { Notice } from '#kit/Notice.tsx'

/** The progress of an export, and the file when it is finished. */
export function ExportNotice({ id }: { id: number }) {
  const sendsMail = useSendsMail()
  const { data, error, refetch } = useQuery(auditLogExportQuery(id))
  if (error !== null && data === undefined)
    return error instanceof ApiError && error.status === 404 ? (
      <Notice type="warning" title="There is no such export">
        Exports are kept for seven days. Export the log again.
      </Notice>
    ) : (
      <Notice
        type="error"
        title="The export could not be loaded"
        {...(isWorthRetrying(error) ? { action: { label: 'Try again', onClick: () => refetch() } } : {})}
      >
        {describeError(error)}
      </Notice>
    )
  if (data === undefined || data.state === 'working')
    return (
      <Notice type="info" title="The export is being made">
        {sendsMail ? 'You do not have to wait here: you will get a mail when it is ready.' : 'It appears here as soon as it is ready.'}
      </Notice>
    )
  if (data.state === 'failed' || data.content_url === null)
    return (
      <Notice type="error" title="The export could not be made">
        Try again in a minute. If it fails again, the log of the server says why.
      </Notice>
    )
  return (
    <Notice type="success" title={`The export is ready: ${data.entries} entries`}>
      <DownloadLink href={new URL(data.content_url).pathname}>Download CSV</DownloadLink>
    </Notice>
  )
}
