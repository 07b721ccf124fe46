// A CHROMIUM FOR THE BROWSER TESTS that needs no system package: the one from npm (@sparticuz/chromium), unpacked with the
// libraries and the font that a bare machine lacks. How pages are tested does not belong here.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  accessSync,
  constants,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'

/** What Playwright's `chromium.launch` needs to start it. */
export interface ChromiumLaunch {
  executablePath: string
  args: string[]
  env: Record<string, string>
}

/**
 * How to start Chromium: the one `CHROMIUM_PATH` names, otherwise the packaged one (Linux on x64 only), unpacked when first needed.
 * The packaged one is not started with the arguments its package proposes, because they switch web security off.
 */
export async function chromiumLaunch(): Promise<ChromiumLaunch> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--font-render-hinting=none']
  const own = process.env.CHROMIUM_PATH
  if (own) return { executablePath: own, args, env: makeEnvironment({}) }
  const folder = realpathSync(await unpackOnce())
  nameFonts(folder)
  const env = makeEnvironment({ LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') })
  return { executablePath: join(folder, 'chromium'), args, env }
}

function makeEnvironment(more: Record<string, string>): Record<string, string> {
  const ours = Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  return { ...Object.fromEntries(ours), ...more }
}

/** Unpacks beside the final folder and renames, so that test files that start at once never see a half-written browser. */
async function unpackOnce(): Promise<string> {
  const source = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')))
  const folder = folderFor(JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')).version)
  if (existsSync(folder)) return folder
  const half = `${folder}.new-${process.pid}`
  mkdirSync(half, { recursive: true })
  try {
    await Promise.all([
      pipeline(
        createReadStream(join(source, 'bin/chromium.br')),
        createBrotliDecompress(),
        createWriteStream(join(half, 'chromium'), { mode: 0o755 }),
      ),
      unpackTar(join(source, 'bin/al2023.tar.br'), join(half, 'al2023')),
      unpackTar(join(source, 'bin/fonts.tar.br'), join(half, 'fonts')),
    ])
    renameSync(half, folder)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    // Another test file unpacked it first.
    if (!existsSync(folder)) throw error
  }
  return folder
}

/** Below node_modules, so that it is removed with the dependencies; below the temporary folder for a user without write access. */
function folderFor(version: string): string {
  const modules = join(import.meta.dirname, '../node_modules')
  const kept = join(modules, '.cache/deskhand', `chromium-${version}`)
  if (existsSync(kept)) return kept
  try {
    accessSync(modules, constants.W_OK)
    return kept
  } catch {
    return join(tmpdir(), `deskhand-chromium-${version}-${process.getuid?.() ?? ''}`)
  }
}

/** Uses a file: a tar that reads from a pipe may exit before everything is written into it, which is an error of the pipe. */
async function unpackTar(archive: string, folder: string): Promise<void> {
  mkdirSync(folder)
  const unpacked = `${folder}.tar`
  await pipeline(createReadStream(archive), createBrotliDecompress(), createWriteStream(unpacked))
  const [code] = await once(spawn('tar', ['-x', '-f', unpacked, '--no-same-owner', '-C', folder], { stdio: 'inherit' }), 'close')
  if (code !== 0) throw new Error(`tar could not unpack ${archive} (${code})`)
  rmSync(unpacked)
}

/** Writes the path of the fonts, again when the folder was moved. Renamed into place, as test files start at once. */
function nameFonts(folder: string): void {
  const file = join(folder, 'fonts.conf')
  const text = fontsConf(folder)
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  const half = `${file}.new-${process.pid}`
  writeFileSync(half, text)
  renameSync(half, file)
}

/** Only the packaged font, so that text has the same width on every machine. */
function fontsConf(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
  <config></config>
</fontconfig>
`
}
