/** The product under measurement: the real process, its first account with a rate limit too high to be reached. Started by run.ts. */
import { readConfig } from '../server/config.ts'
import { startProcess } from '../server/process.ts'

const running = await startProcess(readConfig({ ...process.env, PORT: '0' }))
const { database } = running.server
await database.driver`update accounts set settings = '{"rate_limit": {"plan": "enterprise", "per_minute": 1000000000, "endpoints": false}}'::jsonb`
await running.server.services.cache.invalidate(database, 'accounts')
await running.server.services.cache.settled()
const address = running.app?.server.address() as { port: number } | undefined
process.send?.({ port: address?.port })
process.on('SIGTERM', async () => {
  await running.stop()
  process.exit(0)
})
