import { ensureDefined } from './defined.ts'

/** Of what is sought, for the functions of JavaScript. */
const SHORT = 32

/**
 * Where a text stands in another one, from left to right and without overlaps, in a time that grows as both together: that of `indexOf` grows
 * as their product, for texts that are made so. @source https://en.wikipedia.org/wiki/Knuth–Morris–Pratt_algorithm
 */
export function placesOf(text: string, sought: string): number[] {
  const found: number[] = []
  if (sought === '' || sought.length > text.length) return found
  const borders = bordersOf(sought)
  for (let at = 0, length = 0; at < text.length; at++) {
    while (length > 0 && text[at] !== sought[length]) length = ensureDefined(borders[length - 1])
    if (text[at] === sought[length]) length += 1
    if (length < sought.length) continue
    found.push(at - length + 1)
    length = 0
  }
  return found
}

/** The length of the longest proper beginning of each part `sought.slice(0, n + 1)` that is its end, too. */
function bordersOf(sought: string): readonly number[] {
  const borders = [0]
  for (let at = 1, length = 0; at < sought.length; at++) {
    while (length > 0 && sought[at] !== sought[length]) length = ensureDefined(borders[length - 1])
    if (sought[at] === sought[length]) length += 1
    borders.push(length)
  }
  return borders
}

/** The parts of a text between those that are sought; its characters if '' is. As `split`, in the time of {@link placesOf}. */
export function splitText(text: string, sought: string): string[] {
  // short ones take no time that is worth measuring
  if (sought.length <= SHORT) return text.split(sought)
  const parts: string[] = []
  let at = 0
  for (const place of placesOf(text, sought)) {
    parts.push(text.slice(at, place))
    at = place + sought.length
  }
  return [...parts, text.slice(at)]
}
