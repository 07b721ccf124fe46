/** The product under measurement: the real process, its first account with a rate limit too high to be reached. Started by setup.ts. */
import { readConfig } from '#config/config.ts'
import { startProcess } from '#process/process.ts'
import { answerParent } from './child.ts'
import { readOwnProcessorTime } from './meter.ts'

const running = await startProcess(readConfig({ ...process.env, PORT: '0' }))
const { database } = running.server
await database.driver`update accounts set settings = '{"rate_limit": {"plan": "enterprise", "per_minute": 1000000000, "endpoints": false}}'::jsonb`
await running.server.services.cache.invalidate(database, 'accounts')
await running.server.services.cache.settled()
process.on('SIGTERM', async () => {
  await running.stop()
  process.exit(0)
})
answerParent({ port: running.address?.port }, readOwnProcessorTime)
