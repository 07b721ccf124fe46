// A process that uses only the embedded database, for tests that kill it or run it as another account.
// Arguments: URL of the launcher's start.ts, data directory. It writes one line of JSON per event; SIGTERM stops it cleanly.
const [module = '', data_dir = ''] = process.argv.slice(2)
const { startEmbeddedPostgres } = await import(module)

function writeEvent(happening: object): void {
  process.stdout.write(`${JSON.stringify(happening)}\n`)
}

try {
  const server = await startEmbeddedPostgres({ data_dir, log: (line: string) => writeEvent({ log: line }) })
  const alive = setInterval(() => undefined, 1000)
  process.once('SIGTERM', async () => {
    await server.stop()
    clearInterval(alive)
  })
  writeEvent({ ready: server })
} catch (error) {
  writeEvent({ error: error instanceof Error ? { name: error.name, message: error.message } : String(error) })
  process.exitCode = 1
}
