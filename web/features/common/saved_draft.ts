// Form drafts saved in this browser tab when the session ends, restored when the same user returns to the page.
// Does not belong here: secrets. A form with a secret saves no draft.

import { useQuery } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { meQuery } from '#features/session/public.ts'

const SESSION_ENDED = 'deskhand:session-ended'

/** Makes every open form save its draft; called before the data of the ended session is cleared. */
export function announceSessionEnd(): void {
  window.dispatchEvent(new Event(SESSION_ENDED))
}

/**
 * As `useState`, initialised with what the same user had typed into the form `name` when their session ended. `empty` must be a plain JSON
 * object, the same one for as long as the page is mounted.
 */
export function useSavedDraft<Draft extends object>(name: string, empty: Draft): [draft: Draft, setDraft: Dispatch<SetStateAction<Draft>>] {
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

/** The saved draft of this user; `empty` if there is none or it belongs to another user. */
function readDraft<Draft extends object>(key: string, userId: number | null, empty: Draft): Draft {
  const text = sessionStorage.getItem(key)
  if (text === null || userId === null) return empty
  const saved: unknown = JSON.parse(text)
  return isSaved(saved) && saved.user_id === userId ? { ...empty, ...saved.draft } : empty
}

function isSaved(value: unknown): value is { user_id: number; draft: object } {
  return typeof value === 'object' && value !== null && 'user_id' in value && 'draft' in value && typeof value.draft === 'object'
}
