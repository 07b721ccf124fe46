// The common name of the browser a session was opened with.

/** Ordered: a browser whose user agent also contains another's name comes before that one. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

/** Describes a user agent: "Firefox on Linux"; a program by its own name. */
export function describeAgent(user_agent: string | null): string {
  if (user_agent === null) return 'Unknown browser'
  const findName = (table: readonly (readonly [RegExp, string])[]) => table.find(([form]) => form.test(user_agent))?.[1]
  const browser = findName(browsers)
  const system = findName(systems)
  if (browser === undefined) return user_agent.split(/[\s/(]/, 1)[0] || 'Unknown browser'
  return system === undefined ? browser : `${browser} on ${system}`
}
