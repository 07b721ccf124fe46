/// <reference lib="dom" />
// Detects faults of layout and of what is written on the current page, in the browser.
// Does not belong here: which pages (pages.ts).

import type { Page } from 'playwright-core'

/** Describes the elements that do not fit; runs in the browser, so it may use nothing outside its body. */
function findFaults(): string[] {
  const faults = new Set<string>()
  const wide = document.documentElement.scrollWidth
  if (wide > innerWidth) faults.add(`the page is ${wide} pixels wide`)
  const wordsOf = (element: Element) => (element.textContent ?? '').trim()
  const report = (element: Element, fault: string) =>
    faults.add(`<${element.tagName.toLowerCase()}> "${wordsOf(element).slice(0, 40)}" ${fault}`)
  /** The characters per line of a text with several lines. */
  const charactersALine = (node: Text): number => {
    const range = document.createRange()
    range.selectNodeContents(node)
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
    return lines.size < 3 ? Infinity : (node.data.trim().length + 1) / lines.size
  }
  const judge = (element: Element) => {
    const { left, right, width, height } = element.getBoundingClientRect()
    if (width > 0 && height > 0 && (right > innerWidth + 1 || left < -1))
      report(element, `lies from ${Math.round(left)} to ${Math.round(right)}`)
    if (element.matches('td, th') && wordsOf(element) !== '' && element.scrollWidth > element.clientWidth + 1)
      report(element, 'reaches out of its cell')
    for (const node of element.childNodes)
      if (node instanceof Text && node.data.trim().length > 5 && charactersALine(node) < 5)
        report(element, `is ${Math.round(width)} pixels wide`)
  }
  const visit = (element: Element) => {
    const { display, visibility, opacity, clipPath, overflowX } = getComputedStyle(element)
    // skip elements that are hidden, for screen readers only, or off screen until focused
    if (display === 'none' || opacity === '0' || clipPath !== 'none' || element.matches('a[href="#main"]:not(:focus)')) return
    if (visibility === 'visible') judge(element)
    // skip elements that scroll or truncate their content, and drawings
    if (['auto', 'hidden', 'scroll'].includes(overflowX) || element instanceof SVGElement) return
    for (const child of element.children) visit(child)
  }
  for (const element of document.body.children) visit(element)
  return [...faults]
}

/** Visible texts with a moment as the API writes it; runs in the browser. JSON and code have them as they are. */
function findWireTimes(): string[] {
  const found: string[] = []
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
    const isCode = node.parentElement?.closest('pre, code, script, style, textarea') !== null
    if (!isCode && /\d{4}-\d\d-\d\dT\d\d:\d\d/.test(node.nodeValue ?? '')) found.push(`writes a time for programs: ${node.nodeValue}`)
  }
  return found
}

const someFrames = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))'
/** Elements drawn by code, such as charts, need a few frames after a resize of the window. */
const MAX_LOOKS = 30

/** The widths of windows at which pages must fit. */
export const WIDTHS = [320, 375, 768, 1000, 1280, 1920]

/** What of the page's text is written for programs instead of people: none. */
export function listWireTimes(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(${findWireTimes.toString()})()`)
}

/** The layout faults of the page once it has settled; usually none. */
export async function listLayoutFaults(page: Page): Promise<string[]> {
  let faults: string[] = []
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    faults = await page.evaluate<string[]>(`(${findFaults.toString()})()`)
    if (faults.length === 0) return faults
    await page.evaluate(someFrames)
  }
  return faults
}
