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

/** Decimal digits in one form: no sign but a minus, no zeros that say nothing, a digit before the point: `+05.0` is `5`, `-.5` is `-0.5`. */
export function plainDigits(text: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^([-+]?)0*(\d*)(?:\.(\d*))?$/.exec(text) ?? []
  // tried where zeros begin only, so that many of them take linear time
  const kept = fraction.replace(/(?<!0)0+$/, '')
  const digits = kept === '' ? whole || '0' : `${whole || '0'}.${kept}`
  return sign === '-' && digits !== '0' ? `-${digits}` : digits
}
