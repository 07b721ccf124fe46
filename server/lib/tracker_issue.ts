/** An issue of an outside tracker as it is compared: fragments and slashes at the end lead to the same one. Undefined for what is no URL. */
export function issueOf(url: string): string | undefined {
  const parsed = URL.parse(url)
  if (parsed === null) return undefined
  parsed.hash = ''
  return parsed.href.replace(/\/+$/, '')
}
