import { useEffect, useRef, useState } from 'react'
import { writeAddress } from '#contract/address.ts'
import { type Place, usePlace } from './address.ts'
import { type ApiDocument, type RawDocument, readDocument } from './api_document.ts'
import { GuidePage } from './GuidePage.tsx'
import { GUIDES } from './guides.ts'
import { Missing } from './Missing.tsx'
import { OperationPage } from './OperationPage.tsx'
import { SearchBar } from './search/SearchBar.tsx'
import { Sidebar } from './Sidebar.tsx'
import { StartPage } from './StartPage.tsx'
import { TopicPage } from './TopicPage.tsx'

const DESCRIPTION = writeAddress('GET /api/v2/openapi')

async function loadDocument(): Promise<ApiDocument> {
  const answer = await fetch(DESCRIPTION)
  if (!answer.ok) throw new Error(`${DESCRIPTION} was answered ${answer.status}`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the form of OpenAPI, which the server's tests check
  return readDocument((await answer.json()) as RawDocument)
}

/** The page: navigation at the side, the search above the content. */
export function Reference() {
  const place = usePlace()
  const [loaded, setLoaded] = useState<ApiDocument | 'failed'>()
  useEffect(() => {
    loadDocument().then(setLoaded, () => setLoaded('failed'))
  }, [])
  const api = loaded === 'failed' ? undefined : loaded
  const title = titleOf(place, api)
  useEffect(() => {
    document.title = title === undefined ? 'Deskhand API' : `${title} – Deskhand API`
  }, [title])
  const content = useFocusOnChange(place)
  return (
    <div className="reference">
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <Sidebar document={api} place={place} />
      <div className="page">
        <SearchBar document={api} place={place} />
        <main id="content" ref={content} tabIndex={-1}>
          {loaded === 'failed' ? (
            <p className="notice" role="alert">
              The description could not be loaded. Please load the page again.
            </p>
          ) : null}
          <OpenedPage place={place} api={api} isFailed={loaded === 'failed'} />
        </main>
      </div>
    </div>
  )
}

/** Moves the focus to the content when another page is opened: the link that was followed may be hidden by then. */
function useFocusOnChange(place: Place) {
  const content = useRef<HTMLElement>(null)
  const first = useRef(place)
  useEffect(() => {
    if (first.current !== place) content.current?.focus({ preventScroll: true })
  }, [place])
  return content
}

function titleOf(place: Place, api: ApiDocument | undefined): string | undefined {
  if (place.kind === 'guide') return GUIDES.find(({ name }) => name === place.name)?.title
  if (place.kind === 'topic') return place.name
  return place.kind === 'operation' ? api?.operations.get(place.id)?.summary : undefined
}

function OpenedPage({ place, api, isFailed }: { place: Place; api: ApiDocument | undefined; isFailed: boolean }) {
  if (place.kind === 'guide') return <GuidePage name={place.name} />
  if (api === undefined) return isFailed ? null : <p>Loading …</p>
  if (place.kind === 'start') return <StartPage document={api} />
  if (place.kind === 'topic') return <TopicPage document={api} name={place.name} />
  const operation = api.open(place.id)
  return operation === undefined ? <Missing kind="operation" /> : <OperationPage operation={operation} server={api.server} />
}
