const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Writes a number in base 62, padded on the left with `0` to `length` characters. */
export function toBase62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; rest > 0n; rest /= 62n) text = ALPHABET[Number(rest % 62n)] + text
  return text.padStart(length, '0')
}

/** Writes bytes in base 62 with the fixed length that any value of that many bytes fits into. */
export function base62Bytes(bytes: Uint8Array): string {
  const length = Math.ceil((bytes.length * 8) / Math.log2(62))
  return toBase62(BigInt(`0x${Buffer.from(bytes).toString('hex')}`), length)
}
