/** What is computed of the rounds of a measurement. Pure. */

/** More than this share of the median, and the spread is reported: too little was measured, or something else was running. */
const MAX_SPREAD = 0.15
/** How many rounds are compared with as many before them. */
const WINDOW = 2
/** Two such means that differ by less are level. */
const MAX_DRIFT = 0.05

/** The value below which this share of all values lies; between two values, on the line from one to the other. @throws RangeError when there are none */
export function computeQuantile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new RangeError('There are no values')
  const sorted = values.toSorted((one, other) => one - other)
  const place = share * (sorted.length - 1)
  const below = sorted[Math.floor(place)] as number
  const above = sorted[Math.ceil(place)] as number
  return below + (above - below) * (place - Math.floor(place))
}

/** The value in the middle; of an even number of values, the mean of the two. @throws RangeError when there are no values */
export function computeMedian(values: readonly number[]): number {
  return computeQuantile(values, 0.5)
}

/** The distance between the quartiles as a share of the median: half of all values lie within it. @throws RangeError when there are no values */
export function computeSpread(values: readonly number[]): number {
  return (computeQuantile(values, 0.75) - computeQuantile(values, 0.25)) / computeMedian(values)
}

/** True when the last rates are about as high as those before them: what is measured has warmed up. */
export function isLevel(rates: readonly number[]): boolean {
  if (rates.length < 2 * WINDOW) return false
  const sum = (some: readonly number[]) => some.reduce((total, rate) => total + rate, 0)
  return Math.abs(sum(rates.slice(-WINDOW)) / sum(rates.slice(-2 * WINDOW, -WINDOW)) - 1) <= MAX_DRIFT
}

/** What a median has to be. */
export type Bound = { readonly least: number } | { readonly most: number }

/** A figure of several rounds, and whether it is what it has to be. */
export interface Judgement {
  readonly median: number
  readonly spread: number
  readonly isMissed: boolean
  /** What the line of the figure ends with: whether the bound is missed, and whether the spread is large. */
  readonly remarks: readonly string[]
}

/**
 * Judges the values of all rounds by their median. What could not be measured is missed: nobody knows that it is not.
 * @throws RangeError when there are no values
 */
export function judgeRounds(values: readonly number[], bound: Bound): Judgement {
  const median = computeMedian(values)
  const spread = computeSpread(values)
  const isMeasured = Number.isFinite(median)
  const isMissed = !isMeasured || ('least' in bound ? median < bound.least : median > bound.most)
  const remarks = [
    ...(isMissed ? [isMeasured ? 'missed' : 'not measured'] : []),
    ...(spread > MAX_SPREAD ? [`spread above ${MAX_SPREAD * 100} %, measure again on an idle machine`] : []),
  ]
  return { median, spread, isMissed, remarks }
}
