/** What a test process does at its end, after all of its files. Not here: what a file does after its own tests (`after` of node:test). */
import { after } from 'node:test'

const endings: (() => Promise<void>)[] = []
let isHeld = false

// for a file that is run by itself
after(async () => {
  if (!isHeld) await endAll()
})

/** Calls `ending` at the end of the process. */
export function atEnd(ending: () => Promise<void>): void {
  endings.push(ending)
}

/** For who runs several files in this process: nothing ends before the function that is returned is called. */
export function holdEndings(): () => Promise<void> {
  isHeld = true
  return endAll
}

async function endAll(): Promise<void> {
  for (const ending of endings.splice(0).toReversed()) await ending()
}
