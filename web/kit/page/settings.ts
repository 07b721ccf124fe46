// What the switches at the top set; the address has it, so that a test or a link can.

import { useLayoutEffect, useState } from 'react'

const CHOICES = {
  dir: ['ltr', 'rtl'],
  scheme: ['system', 'light', 'dark'],
  density: ['normal', 'compact'],
} as const

export type Setting = keyof typeof CHOICES

/** The settings of this page, and a function that changes one. */
export function useSettings() {
  const [search, setSearch] = useState(() => new URLSearchParams(window.location.search))
  const read = (setting: Setting) => search.get(setting) ?? CHOICES[setting][0]
  const dir = read('dir')
  const scheme = read('scheme')
  const density = read('density')
  useLayoutEffect(() => {
    const root = document.documentElement
    root.dir = dir
    root.style.colorScheme = scheme === 'system' ? '' : scheme
    root.dataset.density = density
  }, [dir, scheme, density])
  const change = (setting: Setting, value: string) => {
    const next = new URLSearchParams(search)
    next.set(setting, value)
    window.history.replaceState(null, '', `?${next.toString()}`)
    setSearch(next)
  }
  return { read, change, family: search.get('family') ?? 'buttons' }
}

/** What a setting may be. */
export function listChoices(setting: Setting): readonly { value: string; label: string }[] {
  return CHOICES[setting].map((value) => ({ value, label: value }))
}
