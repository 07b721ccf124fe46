import { useMemo, useRef, useState } from 'react'
import { Icon } from '#kit/Icon.tsx'
import type { Place } from '../address.ts'
import type { ApiDocument } from '../api_document.ts'
import { findEntries, wordsOf } from './find.ts'
import { SearchResults } from './SearchResults.tsx'
import { useEntries } from './use_entries.ts'
import { useSearchKeys } from './use_search_keys.ts'

interface SearchBarProps {
  document: ApiDocument | undefined
  place: Place
}

/** The search over guides, topics and operations. Its results lie over the page while the focus is in them or in the field. */
export function SearchBar({ document, place }: SearchBarProps) {
  const [query, setQuery] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [shownPlace, setShownPlace] = useState(place)
  if (shownPlace !== place) {
    setShownPlace(place)
    setOpen(false)
  }
  const field = useRef<HTMLInputElement>(null)
  const entries = useEntries(document, isOpen)
  const words = useMemo(() => wordsOf(query), [query])
  const found = useMemo(() => (entries === undefined ? undefined : findEntries(entries, words)), [entries, words])
  const look = (text: string) => {
    setQuery(text)
    setOpen(true)
    field.current?.focus()
  }
  const clearOrClose = () => {
    setQuery('')
    setOpen(query !== '')
    field.current?.focus()
  }
  const { box, onKeyDown } = useSearchKeys(field, clearOrClose)
  return (
    <div
      ref={box}
      role="search"
      className="search"
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget, currentTarget }) => (currentTarget.contains(relatedTarget) ? undefined : setOpen(false))}
    >
      <div className="search-field">
        <Icon name="search" />
        <input
          ref={field}
          type="search"
          aria-label="Search the reference"
          placeholder="Search operations, paths and guides"
          autoComplete="off"
          spellCheck={false}
          value={query}
          onFocus={() => setOpen(true)}
          onChange={(event) => look(event.target.value)}
        />
        <kbd aria-hidden="true">/</kbd>
      </div>
      {isOpen ? <SearchResults found={found} words={words} onExample={look} /> : null}
    </div>
  )
}
