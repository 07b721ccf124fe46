// How numbers are written for people: the only file of the dashboard that formats them.

import { LOCALE } from './locale.ts'

const numbers = new Intl.NumberFormat(LOCALE)
const compact = new Intl.NumberFormat(LOCALE, { notation: 'compact' })
const tenths = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 })

/** "1,234" */
export function formatNumber(value: number): string {
  return numbers.format(value)
}

/** "1 call", "1,234 calls" */
export function formatCount(value: number, one: string, many = `${one}s`): string {
  return `${formatNumber(value)} ${value === 1 ? one : many}`
}

/** "12k", where there is little room */
export function formatCompactNumber(value: number): string {
  return compact.format(value)
}

const STEP = 1000
const UNITS = ['bytes', 'kB', 'MB', 'GB'] as const

/** A size in the unit in which it has at most three digits before the point: "1.5 MB". */
export function formatSize(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(bytes) / Math.log10(STEP))))
  return `${tenths.format(bytes / STEP ** power)} ${UNITS[power] ?? ''}`
}
