/** A registry of npm packages on loopback, and projects that install from it. Not here: the contents of real packages. */
import { once } from 'node:events'
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { createHash } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { after } from 'node:test'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { ROOT } from '#lib/root.ts'

/** A package: its files by path, beside its package.json. */
export interface Packed {
  readonly name: string
  readonly version: string
  readonly files?: Readonly<Record<string, string>>
}

/** A running registry. */
export interface Registry {
  readonly url: string
  /** The packages whose tarballs were requested, in order. */
  readonly asked: string[]
  /** The packages whose description was requested. */
  readonly described: string[]
  /** Set by tests: tarballs are only at the addresses in the descriptions, not at the usual ones. */
  has_other_addresses: boolean
  /** Set by tests: awaited before the tarball of a package is sent. */
  hold: (name: string) => Promise<void>
  /** The integrity hash of a package in a lock file. */
  integrity(name: string, version: string): string
}

/** Starts a registry with these packages; stopped after the file's tests. */
export async function startRegistry(packages: readonly Packed[]): Promise<Registry> {
  const tarballs = new Map<string, Buffer>()
  for (const one of packages) tarballs.set(`${one.name}@${one.version}`, await tarballOf(one))
  const findTarball = (name: string, version: string) => tarballs.get(`${name}@${version}`) ?? Buffer.of()
  const computeIntegrity = (name: string, version: string) =>
    `sha512-${createHash('sha512').update(findTarball(name, version)).digest('base64')}`
  const registry: Registry = {
    url: '',
    asked: [],
    described: [],
    has_other_addresses: false,
    hold: async () => {},
    integrity: computeIntegrity,
  }
  const server = createServer(
    (request, response) =>
      void answer(request.url ?? '/').then((body) => (body === null ? response.writeHead(404).end() : response.end(body))),
  )

  /** Null for an address at which there is nothing. */
  async function answer(url: string): Promise<Buffer | string | null> {
    const [, name = '', folder, file] = url.split('/')
    if (folder === undefined) {
      registry.described.push(name)
      return JSON.stringify(describe(name))
    }
    if ((folder === '-') === registry.has_other_addresses) return null
    registry.asked.push(name)
    await registry.hold(name)
    return findTarball(name, folder === '-' ? (file ?? '').slice(name.length + 1, -'.tgz'.length) : folder)
  }

  const addressOf = (name: string, version: string) =>
    registry.has_other_addresses ? `${name}/${version}/-.tgz` : `${name}/-/${name}-${version}.tgz`

  function describe(name: string): object {
    const versions = packages
      .filter((one) => one.name === name)
      .map(({ version }) => {
        const dist = { tarball: `${registry.url}${addressOf(name, version)}`, integrity: computeIntegrity(name, version) }
        return [version, { name, version, dist }] as const
      })
    return { name, 'dist-tags': { latest: versions.at(-1)?.[0] }, versions: Object.fromEntries(versions) }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  return Object.assign(registry, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` })
}

async function tarballOf({ name, version, files = {} }: Packed): Promise<Buffer> {
  const archive = pack()
  archive.entry({ name: 'package/package.json' }, JSON.stringify({ name, version }))
  for (const [path, text] of Object.entries(files)) archive.entry({ name: `package/${path}`, mode: 0o755 }, text)
  archive.finalize()
  return gzipSync(Buffer.concat(await Array.fromAsync(archive as AsyncIterable<Buffer>)))
}

/** Writes a package.json and a package-lock.json without URLs, as in this project. `more` is added to the package's lock entry. */
export function writeProject(
  registry: Registry,
  folder: string,
  manifest: { readonly name: string; readonly [member: string]: unknown },
  locked: Readonly<Record<string, { readonly version: string; readonly [member: string]: unknown }>>,
  others: Readonly<Record<string, object>> = {},
): void {
  const entries = Object.entries(locked).map(
    ([name, entry]) => [`node_modules/${name}`, { ...entry, integrity: registry.integrity(name, entry.version) }] as const,
  )
  const packages = { '': manifest, ...others, ...Object.fromEntries(entries) }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ name: manifest.name, lockfileVersion: 3, requires: true, packages }))
}

/** An empty folder with the project's tools in it; deleted after the file's tests. */
export function folderWithTools(): string {
  const folder = mkdtempSync(join(tmpdir(), 'deskhand-tools-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  for (const file of globSync('tools/*.{cjs,sh}', { cwd: ROOT })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(ROOT, file), join(folder, 'tools', basename(file)))
  }
  return folder
}
