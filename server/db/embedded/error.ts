import { StartError } from '#lib/start_error.ts'

/** The embedded database cannot be provided; the message is one sentence: what is wrong and what to do. */
export class EmbeddedPostgresError extends StartError {
  override name = 'EmbeddedPostgresError'
}

/** The system's error code ('ENOENT', 'EACCES', …) of a caught value, or undefined when it has none. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** The message of a caught value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
