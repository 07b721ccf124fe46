// The tickets that a view would show now, looked up while its form is filled in.
// Does not belong here: what the cells show (preview_values.ts).

import { useQuery } from '@tanstack/react-query'
import { ApiError, describeError, isWorthRetrying } from '#contract/errors.ts'
import { isTooOften } from '../queries/limited.ts'
import { fieldOptionsQuery } from '#features/ticket_fields/public.ts'
import { type ViewContent, type ViewDefinitions, type ViewPreview, viewPreviewQuery } from '../queries/views.ts'
import { useSettled } from '../rules/use_settled.ts'
import { GroupTitle } from '#kit/table/GroupTitle.tsx'
import { type Column, PlainTable } from '#kit/table/PlainTable.tsx'
import { Button } from '#kit/Button.tsx'
import { CardHead, CardTitle } from '#kit/Card.tsx'
import { RelativeTime } from '#kit/RelativeTime.tsx'
import { Subtle } from '#kit/text.tsx'
import { cellOf, type CellValue, countSentence, fieldsWithOptions, groupRows, type PreviewNames, previewNames } from './preview_values.ts'

interface PreviewProps {
  /** What the form would show; undefined while it has no condition. */
  content: ViewContent | undefined
  definitions: ViewDefinitions
}

const SETTLES_AFTER_MS = 800

/** The first tickets as a table, and how many there are. */
export function Preview({ content, definitions }: PreviewProps) {
  const settled = useSettled(content, SETTLES_AFTER_MS)
  const { data, error, failureReason, isPlaceholderData, refetch } = useQuery(viewPreviewQuery(settled))
  const shown = content === undefined ? undefined : data
  const isWaiting = isTooOften(failureReason) && error === null
  return (
    <section aria-label="Preview">
      <CardHead>
        <CardTitle>Preview</CardTitle>
        <p role="status">
          <Subtle>{content === undefined ? NO_CONDITION : describeState({ shown, error, isWaiting, isPlaceholderData })}</Subtle>
        </p>
        {error !== null && !isRefused(error) && isWorthRetrying(error) && (
          <div>
            <Button size="small" onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
        )}
      </CardHead>
      {shown !== undefined && <Tables preview={shown} definitions={definitions} />}
    </section>
  )
}

const NO_CONDITION = 'Choose a condition, and the tickets that meet it are shown here.'

/** The conditions or columns are not complete, or not allowed. */
const isRefused = (error: Error) => error instanceof ApiError && error.status === 422

interface State {
  shown: ViewPreview | undefined
  error: Error | null
  /** Too many previews were asked for. */
  isWaiting: boolean
  isPlaceholderData: boolean
}

function describeState({ shown, error, isWaiting, isPlaceholderData }: State): string {
  if (error !== null)
    return isRefused(error) ? `Nothing is shown yet. ${describeError(error)}` : `Nothing can be shown. ${describeError(error)}`
  if (isWaiting) return 'There were many previews in the last minute. The next one comes in some seconds.'
  if (shown === undefined || isPlaceholderData) return 'Loading the preview …'
  return countSentence(shown.count ?? 0, shown.rows.length)
}

function Tables({ preview, definitions }: { preview: ViewPreview; definitions: ViewDefinitions }) {
  const { data: fields } = useQuery(fieldOptionsQuery(fieldsWithOptions(preview)))
  const names = previewNames(preview, definitions, fields)
  const columns = columnsOf(preview, names)
  if (columns.length === 0 || preview.rows.length === 0) return null
  return groupRows(preview, names).map(({ key, title, rows }) => (
    <div key={key}>
      {title && (
        <GroupTitle>
          <Cell value={title} />
        </GroupTitle>
      )}
      <PlainTable label="Matching tickets" entries={rows} columns={columns} keyOf={idOf} />
    </div>
  ))
}

type Row = ViewPreview['rows'][number]

const idOf = (row: Row) => row.ticket.id

/** The columns of the table. Custom fields may have the same title; then their ids tell them apart. */
function columnsOf({ columns }: ViewPreview, names: PreviewNames): Column<Row>[] {
  const titles = columns.map(({ title }) => title)
  return columns.map(({ id, title }) => ({
    title: titles.filter((other) => other === title).length > 1 ? `${title} (${id})` : title,
    render: (row) => <Cell value={cellOf(String(id), row, names)} />,
  }))
}

function Cell({ value }: { value: CellValue }) {
  return 'at' in value ? <RelativeTime at={value.at} /> : value.text
}
