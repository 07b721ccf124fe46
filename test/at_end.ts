/**
 * What a test process does at its end, after all of its files. Not here: the cleanup of a single file (`after` of node:test), and the end of a
 * file that runs alone, which each user of this takes care of.
 */
const endings: (() => Promise<void>)[] = []
let isHeld = false

/** Calls `ending` at the end of the process. */
export function atEnd(ending: () => Promise<void>): void {
  endings.push(ending)
}

/** For a process that runs several files: nothing is closed before the returned function is called. */
export function deferEndings(): () => Promise<void> {
  isHeld = true
  return endAll
}

/** Whether the process runs its files with {@link deferEndings}; otherwise one file runs by itself, or a script that is no test. */
export function areDeferred(): boolean {
  return isHeld
}

/** Calls all endings, the last first. */
export async function endAll(): Promise<void> {
  for (const ending of endings.splice(0).toReversed()) await ending()
}
