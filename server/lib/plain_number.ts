/** A number as decimal digits without an exponent: `1e-7` is `0.0000001`. Parsing the digits yields the same number. */
export function plainNumber(value: number): string {
  const text = String(value)
  const found = /^(-?)(\d)(?:\.(\d+))?e([-+]\d+)$/.exec(text)
  if (found === null) return text
  const [, sign = '', first = '', rest = '', exponent] = found
  const digits = first + rest
  const point = 1 + Number(exponent)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  // exponents are used from 1e21 on, and no number has that many significant digits
  return sign + digits.padEnd(point, '0')
}
