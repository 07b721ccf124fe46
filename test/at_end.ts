/** What a test process does at its end, after all of its files. Not here: the cleanup of a single file (`after` of node:test). */
import { after } from 'node:test'

const endings: (() => Promise<void>)[] = []
let isHeld = false

// for a file that runs alone
after(async () => {
  if (!isHeld) await endAll()
})

/** Calls `ending` at the end of the process. */
export function atEnd(ending: () => Promise<void>): void {
  endings.push(ending)
}

/** For a process that runs several files: no ending runs before the returned function is called. */
export function deferEndings(): () => Promise<void> {
  isHeld = true
  return endAll
}

async function endAll(): Promise<void> {
  for (const ending of endings.splice(0).toReversed()) await ending()
}
