/** The process: reads the configuration, starts, says where it is, stops when told to. */
import { ConfigError, readConfig } from './config.ts'
import { explain } from './explain.ts'
import { type Running, startProcess } from './process.ts'
import { welcome } from './welcome.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const starting = startProcess(config, { say: (line) => say(`  ${line}`) })
  stopOnSignals(starting)
  const running = await starting
  for (const line of welcome(config, running)) say(line)
}

/** Ctrl-C and its kin stop the process cleanly, the database included; also while it is still starting. */
function stopOnSignals(starting: Promise<Running>): void {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    say('Stopping …')
    await (await starting).stop()
    say('Stopped.')
    process.exit(0)
  }
  const fail = (error: unknown) => {
    process.stderr.write(`${explain(error)}\n`)
    process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop().catch(fail))
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(error instanceof ConfigError ? 2 : 1)
})
