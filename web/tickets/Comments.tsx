// The conversation on a ticket, the newest comment first. What others wrote is shown as text, never as HTML.
// Does not belong here: what else happened (Updates.tsx).

import { useInfiniteQuery } from '@tanstack/react-query'
import styled from 'styled-components'
import { commentsQuery, type TicketComment } from '../api/tickets.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { Button } from '../ui/Button.tsx'
import { Card, FormActions, FormBody } from '../ui/Card.tsx'
import { History, Moment } from '../ui/History.tsx'
import { ExternalLink, Subtle, UserText } from '../ui/text.tsx'
import { palette } from '../ui/palette.ts'

/** The comments, fifty at a time. */
export function Comments({ id }: { id: number }) {
  const query = useInfiniteQuery(commentsQuery(id))
  return (
    <Loaded query={query} noun="comments">
      {({ pages }) => {
        const names = new Map(pages.flatMap(({ users = [] }) => users.map((user) => [user.id, user.name] as const)))
        return (
          <Card>
            <FormBody>
              <History label="Comments, the newest first">
                {pages
                  .flatMap(({ comments }) => comments)
                  .map((comment) => (
                    <Comment key={comment.id} comment={comment} author={names.get(comment.author_id) ?? `User ${comment.author_id}`} />
                  ))}
              </History>
            </FormBody>
            {query.hasNextPage && (
              <FormActions>
                <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  Show older comments
                </Button>
              </FormActions>
            )}
          </Card>
        )
      }}
    </Loaded>
  )
}

function Comment({ comment, author }: { comment: TicketComment; author: string }) {
  const { public: isPublic, plain_body, created_at, attachments } = comment
  return (
    <Moment who={author} verb={isPublic ? 'wrote' : 'wrote an internal note'} at={created_at} text="">
      <Body $isPublic={isPublic}>{plain_body}</Body>
      {attachments.length > 0 && (
        <Files aria-label="Attachments">
          {attachments.map((file) => (
            <li key={file.id}>
              <File {...file} />
            </li>
          ))}
        </Files>
      )}
    </Moment>
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

const Body = styled(UserText)<{ $isPublic: boolean }>`
  padding: ${({ $isPublic }) => ($isPublic ? '0' : '10px 14px')};
  border-radius: 7px;
  background: ${({ $isPublic }) => ($isPublic ? 'transparent' : palette.amber[200])};
  color: ${({ $isPublic }) => ($isPublic ? palette.sand[1000] : palette.amber[1000])};
`

const Files = styled.ul`
  display: grid;
  gap: 4px;
  margin: 0;
  padding: 0;
  list-style: none;
`
