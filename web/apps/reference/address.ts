// Which page of the reference a URL shows, and navigation between them without reloading.
import { useEffect, useState } from 'react'
import { REFERENCE_PATH } from '#lib/paths.ts'

/** A page of the reference. */
export type Place =
  | { kind: 'start' }
  | { kind: 'guide'; name: string }
  | { kind: 'topic'; name: string }
  | { kind: 'operation'; id: string }

const base = REFERENCE_PATH

/** The path of a page. */
export function addressOf(place: Place): string {
  if (place.kind === 'guide') return `${base}/guides/${place.name}`
  if (place.kind === 'topic') return `${base}/topics/${encodeURIComponent(place.name)}`
  return place.kind === 'operation' ? `${base}/operations/${place.id}` : base
}

/** The page at a path; the start page for an unknown path. */
function placeOf(pathname: string): Place {
  const [, kind, name] = /^\/(guides|topics|operations)\/([^/]+)\/?$/.exec(pathname.slice(base.length)) ?? []
  if (kind === undefined || name === undefined) return { kind: 'start' }
  if (kind === 'guides') return { kind: 'guide', name }
  return kind === 'topics' ? { kind: 'topic', name: decodeURIComponent(name) } : { kind: 'operation', id: name }
}

/** The page in the address bar; clicks on links navigate to others without reloading, so that new tabs and "back" work. */
export function usePlace(): Place {
  const [place, setPlace] = useState(() => placeOf(location.pathname))
  useEffect(() => {
    const show = () => setPlace(placeOf(location.pathname))
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
      if (link === null || !isPlain || link.origin !== location.origin || link.target !== '') return
      if (link.pathname !== base && !link.pathname.startsWith(`${base}/`)) return
      if (link.hash !== '' && link.pathname === location.pathname) return
      event.preventDefault()
      history.pushState(null, '', link.href)
      show()
      scrollTo(0, 0)
    }
    document.addEventListener('click', follow)
    addEventListener('popstate', show)
    return () => {
      document.removeEventListener('click', follow)
      removeEventListener('popstate', show)
    }
  }, [])
  return place
}
