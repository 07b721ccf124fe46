import { useEffect, useMemo, useState } from 'react'
import type { ApiDocument } from '../api_document.ts'
import { readGuideTexts } from '../guides.ts'
import { apiEntries, guideEntries } from './entries.ts'
import type { SearchEntry } from './find.ts'

/** What can be found, once the search was open: the texts of the guides are loaded then. Undefined while they are loading. */
export function useEntries(document: ApiDocument | undefined, isOpen: boolean): readonly SearchEntry[] | undefined {
  const [guides, setGuides] = useState<SearchEntry[]>()
  useEffect(() => {
    if (!isOpen || guides !== undefined) return
    readGuideTexts().then(
      (texts) => setGuides(guideEntries(texts)),
      // without the guides the rest can still be found
      () => setGuides([]),
    )
  }, [isOpen, guides])
  return useMemo(
    () => (document === undefined || guides === undefined ? undefined : [...guides, ...apiEntries(document)]),
    [document, guides],
  )
}
