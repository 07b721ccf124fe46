/** Which host a target calls. It is written out: a value of a ticket, which customers write, must not choose who gets its password. Pure. */

/** Scheme and host with what ends them; `\\` counts as `/` there. @source https://url.spec.whatwg.org/ */
const WRITTEN_OUT = /^\s*(https?:\/\/[^\s/\\?#{}]+)(?:[/\\?#]|$)/i

/** The origin of an address with placeholders; undefined when a placeholder could change it, or when it is none. */
export function findFixedOrigin(template: string): string | undefined {
  const [, written] = WRITTEN_OUT.exec(template) ?? []
  return written === undefined ? undefined : URL.parse(written)?.origin
}
