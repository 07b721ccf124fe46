/**
 * The program. It imports nothing before it knows that this Node can run the server: an old one fails at the imports already, with a message
 * that names no cause.
 */

/** The oldest Node that runs the server. */
const NEEDED = [24, 15] as const

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) {
  const { run } = await import('./run.ts')
  // when another file imports this one, the arguments are not for the server
  run(import.meta.main ? process.argv.slice(2) : [])
} else {
  process.stderr.write(
    `Deskhand cannot start: it needs Node ${NEEDED.join('.')} or newer, and this is ${process.versions.node}. \`npm start\` installs a newer one for itself.\n`,
  )
  process.exitCode = 2 // another start would end the same way
}
