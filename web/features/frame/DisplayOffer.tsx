import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type Display, displayQuery } from './display.ts'
import { paths } from '#lib/paths.ts'
import { useShowToast } from '#kit/toasts.tsx'

const OFFERED_KEY = 'offered-display'

/**
 * Offers the ticket or the profile that a telephone system asks the agent to open, once in all windows of the browser. It is not opened at once:
 * the agent may be in the middle of something. The offer ends when it is no longer asked for, or another one takes its place.
 */
export function DisplayOffer() {
  const { data: display } = useQuery(displayQuery)
  const showToast = useShowToast()
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
    const onSelect = () => void navigate({ to, params: { id: String(record_id) } })
    const label = kind === 'ticket' ? `Open ticket #${record_id}` : 'Open profile'
    shown.current = { offer, remove: showToast('info', title === '' ? 'A call' : title, { label, onSelect }) }
  }, [display, navigate, showToast])
  return null
}

const nameOffer = ({ kind, record_id, requested_at }: NonNullable<Display>) => [kind, record_id, requested_at].join(' ')

/** False if a window of this browser has offered it. */
function claimOffer(offer: string): boolean {
  try {
    if (window.localStorage.getItem(OFFERED_KEY) === offer) return false
    window.localStorage.setItem(OFFERED_KEY, offer)
  } catch {
    // a browser with storage disabled throws on access: each window offers it
  }
  return true
}
