/** The proxies as operations.md sets them up: they accept the configuration without a warning, and pass requests on unchanged. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '../processes.ts'
import { rawRequest } from '../raw_http.ts'
import { freePort } from './external_postgres.ts'
import { explainProxyAbsence, passesOn, proxyKinds, startProxy } from './proxies.ts'
import { cloneDataDir } from './prepared.ts'
import { makeDataDir, startServer, waitUntil } from './process.ts'

const TOKEN = 'a-token-for-the-proxies-test'
const authorization = `Basic ${Buffer.from(`admin@example.com/token:${TOKEN}`).toString('base64')}`
const FORGED = { 'x-forwarded-host': 'evil.example.org', 'x-forwarded-proto': 'https' }

for (const kind of proxyKinds(false)) {
  const skip = explainProxyAbsence(kind)

  test(`${kind.name} accepts the documented file without a warning`, { skip }, () => {
    const folder = makeDataDir('deskhand-proxy-')
    const file = join(folder, 'proxy.conf')
    writeFileSync(file, kind.configuration({ port: 8080, servers: [8081, 8082], folder }))
    const { status, stdout, stderr } = spawnSync(kind.program, kind.check(file), { encoding: 'utf8' })
    assert.equal(status, 0, stderr)
    assert.doesNotMatch(`${stdout}${stderr}`, /warn|alert|emerg/i)
  })

  test(
    `${kind.name} passes calls and uploads on, hides the operators' paths, and overrides the forwarded headers that clients send`,
    { skip, timeout: 60_000 },
    async () => {
      const server = await startServer({
        DATA_DIR: await cloneDataDir(),
        DESKHAND_API_TOKEN: TOKEN,
        DESKHAND_RATE_LIMIT: 'off',
        DESKHAND_TRUSTED_PROXIES: '127.0.0.1',
        DESKHAND_METRICS: 'all',
      })
      const port = await freePort()
      const proxy = await startProxy(kind, port, [Number(new URL(server.base_url).port)])
      try {
        await waitUntil('the proxy passes calls on', () => passesOn(port))
        const front = `http://127.0.0.1:${port}`
        for (const path of ['/metrics', '/readyz']) assert.equal((await rawRequest(front, { path, headers: {} })).status, 404, path)
        const groups = await rawRequest(front, { path: '/api/v2/groups', headers: { authorization, ...FORGED } })
        assert.equal(groups.status, 200, groups.text)
        assert.match(JSON.parse(groups.text).groups[0].url, new RegExp(`^${front}/`))
        const sent = await rawRequest(front, {
          method: 'POST',
          path: '/api/v2/uploads.json?filename=big.bin',
          headers: { authorization, 'content-type': 'application/binary' },
          body: Buffer.alloc(20_000_000, 'x'),
        })
        assert.equal(sent.status, 201, sent.text)
        assert.equal(JSON.parse(sent.text).upload.attachment.size, 20_000_000)
      } finally {
        await proxy.stop()
      }
      assert.equal(await server.end('SIGINT'), 0)
    },
  )
}
