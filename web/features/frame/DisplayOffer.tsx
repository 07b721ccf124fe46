import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type Display, displayQuery } from './display.ts'
import { paths } from '#lib/paths.ts'
import { showToast } from '#kit/toasts.tsx'

const OFFERED_KEY = 'offered-display'

/**
 * Offers the ticket or the profile that a telephone system asks the agent to open, once in all windows of the browser. It is not opened at once:
 * the agent may be in the middle of something. The offer ends when it is no longer asked for, or another one takes its place.
 */
export function DisplayOffer() {
  const { data: display } = useQuery(displayQuery)
  const navigate = useNavigate()
  const shown = useRef<{ offer: string; remove: () => void }>(undefined)
  useEffect(() => {
    const offer = display ? nameOffer(display) : undefined
    if (shown.current?.offer === offer) return
    shown.current?.remove()
    shown.current = undefined
    if (!display || offer === undefined || !claimOffer(offer)) return
    const { kind, record_id, title } = display
    const to = kind === 'ticket' ? paths.ticket : paths.user
    const onSelect = () => {
      endOffer()
      void navigate({ to, params: { id: String(record_id) } })
    }
    const label = kind === 'ticket' ? `Open ticket #${record_id}` : 'Open profile'
    shown.current = { offer, remove: showToast('info', title === '' ? 'A call' : title, { label, onSelect, onDismiss: endOffer }) }
  }, [display, navigate])
  return null
}

const nameOffer = ({ kind, record_id, requested_at }: NonNullable<Display>) => [kind, record_id, requested_at].join(' ')

/** False if another window of this browser has offered it, or this one has and the agent has taken or dismissed it. */
function claimOffer(offer: string): boolean {
  try {
    // the offer goes with the document when a link leads into the other app: the next document of the window makes it again
    const isOpen = window.sessionStorage.getItem(OFFERED_KEY) === offer
    if (!isOpen && window.localStorage.getItem(OFFERED_KEY) === offer) return false
    window.sessionStorage.setItem(OFFERED_KEY, offer)
    window.localStorage.setItem(OFFERED_KEY, offer)
  } catch {
    // a browser with storage disabled throws on access: each window offers it
  }
  return true
}

/** The agent has taken or dismissed the offer of this window. */
function endOffer(): void {
  try {
    window.sessionStorage.removeItem(OFFERED_KEY)
  } catch {
    // a browser with storage disabled throws on access: nothing was stored
  }
}
