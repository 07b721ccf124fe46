// The conversation on a ticket, the newest comment first. What others wrote is shown as text, never as HTML.
// Does not belong here: what else happened (Updates.tsx).

import { useInfiniteQuery } from '@tanstack/react-query'
import { commentsQuery, type TicketComment } from './queries.ts'
import { Loaded } from '#features/common/public.ts'
import { Button } from '#kit/Button.tsx'
import { Feed, Message } from '#kit/Feed.tsx'
import { Divider, ExternalLink, Subtle } from '#kit/text.tsx'
import styles from './Comments.module.css'

/** The comments, fifty at a time. */
export function Comments({ id }: { id: number }) {
  const query = useInfiniteQuery(commentsQuery(id))
  return (
    <Loaded query={query} noun="comments">
      {({ pages }) => {
        const names = new Map(pages.flatMap(({ users = [] }) => users.map((user) => [user.id, user.name] as const)))
        return (
          <div className={styles.comments}>
            <Feed label="Comments, the newest first">
              {pages
                .flatMap(({ comments }) => comments)
                .map((comment) => (
                  <Comment key={comment.id} comment={comment} author={names.get(comment.author_id) ?? `User ${comment.author_id}`} />
                ))}
            </Feed>
            {query.hasNextPage && (
              <Divider>
                <Button kind="quiet" size="small" isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  Show older comments
                </Button>
              </Divider>
            )}
          </div>
        )
      }}
    </Loaded>
  )
}

function Comment({ comment, author }: { comment: TicketComment; author: string }) {
  const { public: isPublic, plain_body, created_at, attachments } = comment
  return (
    <Message author={author} verb={isPublic ? 'wrote' : 'wrote an internal note'} at={created_at} text={plain_body} isNote={!isPublic}>
      {attachments.length > 0 && (
        <ul aria-label="Attachments" className={styles.files}>
          {attachments.map((file) => (
            <li key={file.id}>
              <File {...file} />
            </li>
          ))}
        </ul>
      )}
    </Message>
  )
}

function File({
  file_name,
  content_url,
  size,
  deleted,
  malware_scan_result,
  malware_access_override,
}: TicketComment['attachments'][number]) {
  const isHarmful = malware_scan_result === 'malware_found' && !malware_access_override
  if (deleted || isHarmful)
    return (
      <>
        {file_name} <Subtle>{deleted ? 'removed' : 'closed: malware was found in it'}</Subtle>
      </>
    )
  return (
    <>
      <ExternalLink href={content_url}>{file_name}</ExternalLink> <Subtle>{sizeWords(size)}</Subtle>
    </>
  )
}

const KILOBYTE = 1000

function sizeWords(bytes: number): string {
  if (bytes < KILOBYTE) return `${bytes} bytes`
  if (bytes < KILOBYTE ** 2) return `${Math.round(bytes / KILOBYTE)} kB`
  return `${(bytes / KILOBYTE ** 2).toFixed(1)} MB`
}
