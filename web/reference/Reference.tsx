import { useEffect, useState } from 'react'
import { bodyOf } from '../api/body.ts'
import { paths } from '../paths.ts'
import { type Place, usePlace } from './address.ts'
import { type ApiDocument, type RawDocument, readDocument } from './api_document.ts'
import { GuidePage } from './GuidePage.tsx'
import { GUIDES } from './guides.ts'
import { OperationPage } from './OperationPage.tsx'
import { Sidebar } from './Sidebar.tsx'
import { StartPage, TopicPage } from './StartPage.tsx'

const DESCRIPTION = '/api/v2/openapi.json'

async function loadDocument(): Promise<ApiDocument> {
  const answer = await fetch(DESCRIPTION)
  if (!answer.ok) throw new Error(`${DESCRIPTION} was answered ${answer.status}`)
  return readDocument(await bodyOf<RawDocument>(answer))
}

/** The page: navigation on the left, content on the right. */
export function Reference() {
  const place = usePlace()
  const [loaded, setLoaded] = useState<ApiDocument | 'failed'>()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [shownPlace, setShownPlace] = useState(place)
  if (shownPlace !== place) {
    setShownPlace(place)
    setMenuOpen(false)
  }
  useEffect(() => {
    loadDocument().then(setLoaded, () => setLoaded('failed'))
  }, [])
  const api = loaded === 'failed' ? undefined : loaded
  const title = titleOf(place, api)
  useEffect(() => {
    document.title = title === undefined ? 'Deskhand API' : `${title} – Deskhand API`
  }, [title])
  return (
    <div className="reference">
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <header>
        <a className="brand" href="/docs/api">
          Deskhand API
        </a>
        <a href={paths.admin}>Dashboard</a>
        <button type="button" className="menu" aria-expanded={isMenuOpen} aria-controls="contents" onClick={() => setMenuOpen(!isMenuOpen)}>
          Contents
        </button>
      </header>
      <nav id="contents" aria-label="Contents" className={isMenuOpen ? 'open' : ''}>
        <Sidebar document={api} place={place} />
      </nav>
      <main id="content" tabIndex={-1}>
        {loaded === 'failed' ? <p role="alert">The description could not be loaded. Please load the page again.</p> : null}
        <Opened place={place} api={api} isFailed={loaded === 'failed'} />
      </main>
    </div>
  )
}

function titleOf(place: Place, api: ApiDocument | undefined): string | undefined {
  if (place.kind === 'guide') return GUIDES.find(({ name }) => name === place.name)?.title
  if (place.kind === 'topic') return place.name
  return place.kind === 'operation' ? api?.operations.get(place.id)?.summary : undefined
}

function Opened({ place, api, isFailed }: { place: Place; api: ApiDocument | undefined; isFailed: boolean }) {
  if (place.kind === 'guide') return <GuidePage name={place.name} />
  if (api === undefined) return isFailed ? null : <p>Loading …</p>
  if (place.kind === 'start') return <StartPage document={api} />
  if (place.kind === 'topic') return <TopicPage document={api} name={place.name} />
  const operation = api.open(place.id)
  return operation === undefined ? <h1>There is no operation of this name</h1> : <OperationPage operation={operation} server={api.server} />
}
