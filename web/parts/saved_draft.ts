// What was typed into a form when the session ended, kept in this tab for whoever it was, until they are back on the page.
// Does not belong here: secrets. A form that holds one keeps no draft.

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { meQuery } from '../api/session.ts'

const SESSION_ENDED = 'deskhand:session-ended'

/** Lets every open form keep its draft; called before anything of the ended session is forgotten. */
export function announceSessionEnd(): void {
  window.dispatchEvent(new Event(SESSION_ENDED))
}

/**
 * As `useState`, with what the same person had typed into the form `name` when their session ended. `empty` must be plain JSON, one object for
 * the life of the page.
 */
export function useSavedDraft<Draft extends object>(name: string, empty: Draft): [draft: Draft, setDraft: (draft: Draft) => void] {
  const key = `draft:${name}`
  const { data: me } = useQuery(meQuery)
  const [draft, setDraft] = useState(() => readDraft(key, me?.id ?? null, empty))
  useEffect(() => sessionStorage.removeItem(key), [key])
  useEffect(() => {
    const keep = () => {
      if (draft !== empty && me !== undefined) sessionStorage.setItem(key, JSON.stringify({ user_id: me.id, draft }))
    }
    window.addEventListener(SESSION_ENDED, keep)
    return () => window.removeEventListener(SESSION_ENDED, keep)
  }, [key, draft, empty, me])
  return [draft, setDraft]
}

/** The draft of this person; `empty` for anybody else's, and for what is none. */
function readDraft<Draft extends object>(key: string, userId: number | null, empty: Draft): Draft {
  const text = sessionStorage.getItem(key)
  if (text === null || userId === null) return empty
  const kept = JSON.parse(text) as { user_id: number; draft: Partial<Draft> }
  return kept.user_id === userId ? { ...empty, ...kept.draft } : empty
}
