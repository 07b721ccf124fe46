import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { addressOf, type Place } from './address.ts'
import { type ApiDocument, findOperations, type Operation, type Topic } from './api_document.ts'
import { GUIDES } from './guides.ts'

/** Results beyond this number are counted but not shown. */
const MAX_FOUND = 60

interface SidebarProps {
  document: ApiDocument | undefined
  place: Place
}

/** Search, guides, and the topics of the API; the operations of a topic are rendered when it is opened. */
export function Sidebar({ document, place }: SidebarProps) {
  const [query, setQuery] = useState('')
  const deferredQuery = useDeferredValue(query)
  const found = document === undefined ? [] : findOperations(document, deferredQuery)
  return (
    <>
      <SearchField query={query} onChange={setQuery} />
      <p className="count" role="status">
        {deferredQuery.trim() === '' ? '' : `${found.length === 1 ? '1 operation' : `${found.length} operations`} found`}
      </p>
      {deferredQuery.trim() === '' ? (
        <>
          <h2>Guides</h2>
          <ul>
            {GUIDES.map(({ name, title }) => (
              <li key={name}>
                <Link to={{ kind: 'guide', name }} place={place}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
          <h2>Operations</h2>
          {document?.topics.map((topic) => (
            <TopicEntry key={topic.name} topic={topic} place={place} isCurrent={isIn(topic, place)} />
          ))}
        </>
      ) : (
        <OperationList operations={found.slice(0, MAX_FOUND)} place={place} />
      )}
      {found.length > MAX_FOUND ? <p className="hint">The first {MAX_FOUND} are shown: add a word.</p> : null}
    </>
  )
}

function isIn({ name, operations }: Topic, place: Place): boolean {
  if (place.kind === 'topic') return place.name === name
  return place.kind === 'operation' && operations.some(({ id }) => id === place.id)
}

/** `/` focuses the field, Escape clears it. */
function SearchField({ query, onChange }: { query: string; onChange: (query: string) => void }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      field.current?.focus()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <label className="search">
      Search operations
      <input
        ref={field}
        type="search"
        value={query}
        placeholder="tickets list, PUT users …"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => (event.key === 'Escape' ? onChange('') : undefined)}
      />
    </label>
  )
}

function TopicEntry({ topic, place, isCurrent }: { topic: Topic; place: Place; isCurrent: boolean }) {
  const [isOpen, setOpen] = useState(isCurrent)
  const [wasCurrent, setWasCurrent] = useState(isCurrent)
  if (wasCurrent !== isCurrent) {
    setWasCurrent(isCurrent)
    if (isCurrent) setOpen(true)
  }
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {topic.name} <span className="number">{topic.operations.length}</span>
      </summary>
      {isOpen ? <OperationList operations={topic.operations} place={place} /> : null}
    </details>
  )
}

function OperationList({ operations, place }: { operations: Operation[]; place: Place }) {
  return (
    <ul>
      {operations.map(({ id, method, path, summary }) => (
        <li key={id}>
          <Link to={{ kind: 'operation', id }} place={place}>
            <span className={`method ${method.toLowerCase()}`}>{method}</span> {summary}
            <span className="path">{path}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

interface LinkProps {
  to: Place
  place: Place
  children: React.ReactNode
}

function Link({ to, place, children }: LinkProps) {
  const address = addressOf(to)
  return (
    <a href={address} aria-current={addressOf(place) === address ? 'page' : undefined}>
      {children}
    </a>
  )
}
