/// <reference lib="dom" />
// What is wrong with the layout of a page as it stands: asked in the browser.
// Does not belong here: which pages, which widths (widths.test.ts).

import type { Page } from 'playwright-core'

/** Says, in words, what does not fit; runs in the browser and knows nothing but the page. */
function findFaults(): string[] {
  const faults = new Set<string>()
  const wide = document.documentElement.scrollWidth
  if (wide > innerWidth) faults.add(`the page is ${wide} pixels wide`)
  const wordsOf = (element: Element) => (element.textContent ?? '').trim()
  const say = (element: Element, fault: string) =>
    faults.add(`<${element.tagName.toLowerCase()}> "${wordsOf(element).slice(0, 40)}" ${fault}`)
  /** How many characters there are to a line, where a text has several lines. */
  const charactersALine = (node: Text): number => {
    const range = document.createRange()
    range.selectNodeContents(node)
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
    return lines.size < 3 ? Infinity : (node.data.trim().length + 1) / lines.size
  }
  const judge = (element: Element) => {
    const { left, right, width, height } = element.getBoundingClientRect()
    if (width > 0 && height > 0 && (right > innerWidth + 1 || left < -1))
      say(element, `lies from ${Math.round(left)} to ${Math.round(right)}`)
    if (element.matches('td, th') && wordsOf(element) !== '' && element.scrollWidth > element.clientWidth + 1)
      say(element, 'reaches out of its cell')
    for (const node of element.childNodes)
      if (node instanceof Text && node.data.trim().length > 5 && charactersALine(node) < 5)
        say(element, `is ${Math.round(width)} pixels wide`)
  }
  const visit = (element: Element) => {
    const { display, visibility, opacity, clipPath, overflowX } = getComputedStyle(element)
    // what is not there, what is only said, and what leads past the frame and is out of sight until it has the keyboard
    if (display === 'none' || opacity === '0' || clipPath !== 'none' || element.matches('a[href="#main"]:not(:focus)')) return
    if (visibility === 'visible') judge(element)
    // what scrolls or is shortened within itself, and what is drawn
    if (['auto', 'hidden', 'scroll'].includes(overflowX) || element instanceof SVGElement) return
    for (const child of element.children) visit(child)
  }
  for (const element of document.body.children) visit(element)
  return [...faults]
}

const someFrames = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))'
/** What is drawn anew by code, such as a chart, needs a few frames after the window has changed. */
const MOST_LOOKS = 30

/** The faults of the page as it stands, once it has come to rest; none, most of the time. */
export async function layoutFaults(page: Page): Promise<string[]> {
  let faults: string[] = []
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    faults = await page.evaluate<string[]>(`(${findFaults.toString()})()`)
    if (faults.length === 0) return faults
    await page.evaluate(someFrames)
  }
  return faults
}
