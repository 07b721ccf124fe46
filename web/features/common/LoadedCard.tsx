import type { ReactNode } from 'react'
import { Card, CardHead, CardTitle } from '#kit/Card.tsx'
import { LoadingRows } from '#kit/Loading.tsx'
import { Failure } from './Loaded.tsx'
import type { LoadedProps } from './Loaded.tsx'

interface LoadedCardProps<Data> extends Omit<LoadedProps<Data>, 'hint' | 'isInCard'> {
  title: string
  /** Text below the title; a function gets the data once it is loaded. */
  about?: ReactNode | ((data: Data) => ReactNode)
}

/** A card whose title is shown at once and whose content when it is loaded. */
export function LoadedCard<Data>({ title, about, query, noun, rows = 3, children }: LoadedCardProps<Data>) {
  const { data, error, refetch } = query
  const said = typeof about !== 'function' ? about : data === undefined ? undefined : about(data)
  return (
    <Card aria-label={title}>
      <CardHead>
        <CardTitle>{title}</CardTitle>
        {said && <div>{said}</div>}
        {data === undefined && error !== null && <Failure error={error} noun={noun} onRetry={() => void refetch()} />}
      </CardHead>
      {data === undefined && error === null && <LoadingRows label={`Loading the ${noun}`} rows={rows} />}
      {data !== undefined && children(data)}
    </Card>
  )
}
