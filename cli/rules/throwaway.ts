/** Servers that rule tests are played on: one of their own on an empty database, or one that runs and makes instances. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AccountError } from '#accounts/create.ts'
import { type ApiClient, apiClient, refusalText, tokenHeader } from './client.ts'

/** A server that makes instances. */
export interface Host {
  /** Runs `work` with the client of a fresh instance, which is dropped afterwards. @throws AccountError */
  withInstance<Result>(work: (api: ApiClient) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** The answer to the creation of an instance. */
interface MadeInstance {
  readonly host: string
  readonly subdomain: string
  readonly api_token: string
}

const OWNER = 'admin@example.com'
const INSTANCES = '/api/v2/deskhand/instances'

/** A server that runs at `url` with this `DESKHAND_INSTANCES_SECRET`. */
export function makeRunningHost(url: string, secret: string): Host {
  const operator = apiClient(url, { authorization: () => `Bearer ${secret}` })
  return {
    async withInstance(work) {
      const made = await operator.call<{ instance: MadeInstance }>('POST', INSTANCES, {
        instance: { name: 'Example', unlimited: true, owner_email: OWNER },
      })
      if (made.status !== 201) throw new AccountError(`${url} makes no instance: ${refusalText(made)}`)
      const { host, subdomain, api_token } = made.body.instance
      try {
        return await work(apiClient(url, { host, authorization: (as = OWNER) => tokenHeader(as, api_token) }))
      } finally {
        await operator.call('DELETE', `${INSTANCES}/${subdomain}`)
      }
    },
    close: async () => {},
  }
}

/** Starts a server with an embedded PostgreSQL in a folder of its own, which is removed when it is closed. */
export async function ownHost(): Promise<Host> {
  const data_dir = await mkdtemp(join(tmpdir(), 'deskhand-rules-'))
  const secret = randomBytes(24).toString('hex')
  const { readConfig } = await import('#config/config.ts')
  const config = readConfig({
    DATA_DIR: data_dir,
    PORT: '0',
    HOST: '127.0.0.1',
    DESKHAND_INSTANCES_SECRET: secret,
    DESKHAND_ADMIN_PASSWORD: secret,
    DESKHAND_OUTBOUND_ALLOW: '127.0.0.1/32',
    DESKHAND_LOG_LEVEL: 'error',
  })
  const removeFolder = () => rm(data_dir, { recursive: true, force: true })
  try {
    const { startProcess } = await import('#process/process.ts')
    const running = await startProcess(config)
    const host = makeRunningHost(`http://127.0.0.1:${running.address?.port}`, secret)
    return {
      ...host,
      async close() {
        await running.stop()
        await removeFolder()
      },
    }
  } catch (error) {
    await removeFolder()
    throw error
  }
}
