/** The files for service managers: checked by those tools where they are installed, and compared with the server's variables everywhere. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse, parseAllDocuments } from 'yaml'
import { makeEnvironment } from '#config/environment.ts'
import { VARIABLES } from '#config/variables.ts'
import { operationsFile } from './documents.ts'

const ROOT = join(import.meta.dirname, '..')
/** The time a stop takes at most; see operations.md. A service manager that waits for less kills a stop that would complete. */
const STOP_SECONDS = 30
/** Read by Node and PostgreSQL, not by the server. */
const OTHERS = ['NODE_ENV', 'TMPDIR']
const isKnown = (name: string) => OTHERS.includes(name) || VARIABLES.some((variable) => variable.name === name)
const findUnknown = (names: readonly string[]) => names.filter((name) => !isKnown(name))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

function run(program: string, args: readonly string[], env: Record<string, string> = {}): { status: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, ...env } })
  return { status, text: `${stdout}${stderr}` }
}

/** Why a tool cannot be run, for `skip`; false when it can. */
function explainAbsence(what: string, program: string, ...args: string[]): string | false {
  return run(program, args).status === 0 ? false : `${what} is not there`
}

const UNIT = 'packaging/systemd/deskhand.service'
const findDirectives = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map((match) => match[1] as string)

test('the unit waits long enough for a stop, uses known variables, and starts the built server', () => {
  const text = read(UNIT)
  assert.ok(Number(findDirectives(text, 'TimeoutStopSec')[0]) > STOP_SECONDS)
  assert.deepEqual(
    findUnknown(findDirectives(text, 'Environment').flatMap((line) => line.split(' ').map((one) => one.split('=', 1)[0] as string))),
    [],
  )
  assert.match(findDirectives(text, 'ExecStart')[0] ?? '', /\/dist\/server\/main\.js$/)
  assert.deepEqual(findDirectives(text, 'RestartPreventExitStatus'), ['2'], 'what operations.md calls a wrong environment')
})

test(
  'systemd accepts the unit without a warning and rates it safe',
  { skip: explainAbsence('systemd-analyze', 'systemd-analyze', '--version') },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'deskhand-unit-'))
    try {
      const unit = join(folder, 'deskhand.service')
      // the paths are those of an installation; the check only needs existing files
      writeFileSync(unit, read(UNIT).replaceAll('/usr/bin/node', process.execPath).replaceAll('/opt/deskhand', ROOT))
      const verified = run('systemd-analyze', ['verify', '--man=no', unit])
      assert.deepEqual([verified.status, verified.text.split('\n').filter((line) => line.includes('deskhand'))], [0, []])
      const security = run('systemd-analyze', ['security', '--offline=yes', '--threshold=20', unit])
      assert.equal(security.status, 0, security.text)
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)

const COMPOSE = [
  ['docker', ['compose']],
  ['docker-compose', []],
] as const
const compose = COMPOSE.find(([program, args]) => run(program, [...args, 'version']).status === 0)

test(
  'compose accepts its file with the two secrets and not without',
  { skip: compose === undefined && 'neither docker compose nor docker-compose is there' },
  () => {
    const [program, args] = compose as (typeof COMPOSE)[number]
    const checkConfig = (env: Record<string, string>) => run(program, [...args, '-f', join(ROOT, 'compose.yaml'), 'config', '-q'], env)
    const { status, text } = checkConfig({ POSTGRES_PASSWORD: 'one', DESKHAND_SECRET: 'two' })
    assert.deepEqual([status, text], [0, ''])
    assert.notEqual(checkConfig({ POSTGRES_PASSWORD: 'one', DESKHAND_SECRET: '' }).status, 0)
  },
)

test('compose uses known variables, waits long enough and knows when the server is ready', () => {
  const { deskhand, database } = parse(read('compose.yaml')).services
  assert.deepEqual(findUnknown(Object.keys(deskhand.environment)), [])
  for (const service of [deskhand, database]) assert.ok(Number.parseInt(service.stop_grace_period, 10) > STOP_SECONDS)
  assert.match(deskhand.healthcheck.test.join(' '), /127\.0\.0\.1:8080\/readyz/)
})

/** What compose.yaml does not take from .env, and why. */
const NOT_OF_COMPOSE: Readonly<Record<string, string>> = {
  HOST: 'the image listens on all addresses of its container',
  PORT: 'the port outside the container; inside it is 8080',
  DATA_DIR: 'the volume',
  DATABASE_URL: 'the PostgreSQL beside it',
  DESKHAND_SECRET: 'required',
  DESKHAND_ROLE: 'one process does all',
  DESKHAND_PG_USER: 'the image has no embedded PostgreSQL',
}

test('compose passes on every variable that an operator may set, empty by default, and sets the others itself', () => {
  const { environment } = parse(read('compose.yaml')).services.deskhand
  const passed = Object.keys(environment).filter((name) => environment[name] === `\${${name}:-}`)
  assert.deepEqual(
    VARIABLES.map(({ name }) => name).filter((name) => !passed.includes(name)),
    VARIABLES.map(({ name }) => name).filter((name) => name in NOT_OF_COMPOSE),
  )
  for (const [name, fallback] of VARIABLES.map((variable) => [variable.name, variable.fallback] as const))
    assert.equal(makeEnvironment({ [name]: '' }).text(name), fallback, `an empty ${name} is its default`)
})

interface Manifest {
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string }
  readonly [member: string]: any // tests access members of manifests freely
}

const FOLDER = join(ROOT, 'packaging/kubernetes')
const manifests: Manifest[] = readdirSync(FOLDER).flatMap((name) =>
  parseAllDocuments(readFileSync(join(FOLDER, name), 'utf8')).map((document) => {
    assert.deepEqual(document.errors, [], name)
    return document.toJS() as Manifest
  }),
)
const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind)
const getManifest = (kind: string, name: string) =>
  ofKind(kind).find(({ metadata }) => metadata.name === name) ?? assert.fail(`no ${kind} ${name}`)

test('Kubernetes: what one manifest refers to exists in another, and every variable is known', () => {
  for (const { metadata, kind } of manifests) assert.equal(kind === 'Namespace' ? metadata.name : metadata.namespace, 'deskhand')
  assert.deepEqual(
    findUnknown([...Object.keys(getManifest('ConfigMap', 'deskhand').data), ...Object.keys(getManifest('Secret', 'deskhand').stringData)]),
    [],
  )
  for (const { spec } of ofKind('Deployment')) {
    const pod = spec.template
    assert.deepEqual(pod.metadata.labels, spec.selector.matchLabels)
    assert.ok(pod.spec.terminationGracePeriodSeconds > STOP_SECONDS)
    const [container] = pod.spec.containers
    assert.deepEqual(findUnknown(container.env.map(({ name }: { name: string }) => name)), [])
    for (const { configMapRef, secretRef } of container.envFrom)
      assert.ok(configMapRef === undefined ? getManifest('Secret', secretRef.name) : getManifest('ConfigMap', configMapRef.name))
    const volumes = pod.spec.volumes.map(({ name }: { name: string }) => name)
    assert.deepEqual(
      container.volumeMounts.map(({ name }: { name: string }) => name),
      volumes,
    )
    assert.equal(
      ofKind('PodDisruptionBudget').filter((budget) => isDeepSubset(budget.spec.selector.matchLabels, pod.metadata.labels)).length,
      1,
    )
  }
  for (const { spec } of ofKind('Service')) {
    const behind = ofKind('Deployment').filter((one) => isDeepSubset(spec.selector, one.spec.template.metadata.labels))
    const ports = behind.flatMap((one) => one.spec.template.spec.containers[0].ports.map(({ name }: { name: string }) => name))
    assert.ok(ports.includes(spec.ports[0].targetPort))
    assert.ok(!spec.ports.some(({ targetPort }: { targetPort: string }) => targetPort === 'health'), 'figures are not for everybody')
  }
  for (const { spec } of ofKind('Ingress'))
    for (const rule of spec.rules) for (const { backend } of rule.http.paths) assert.ok(getManifest('Service', backend.service.name))
})

const isDeepSubset = (part: object, whole: Record<string, unknown>) => Object.entries(part).every(([name, value]) => whole[name] === value)

test('Kubernetes: probes request what the server serves, on an open port, as in operations.md', () => {
  const operations = read('server/monitoring/operations.ts')
  const documented = parse(operationsFile('# probes of a worker'))
  const ports: Record<string, string | undefined> = {
    http: '8080',
    health: getManifest('ConfigMap', 'deskhand').data.DESKHAND_HEALTH_PORT,
  }
  for (const [name, port] of [
    ['deskhand-web', 'http'],
    ['deskhand-worker', 'health'],
  ] as const) {
    const [container] = getManifest('Deployment', name).spec.template.spec.containers
    for (const opened of container.ports) assert.equal(String(opened.containerPort), ports[opened.name])
    for (const [probe, path] of [
      ['startupProbe', '/healthz'],
      ['livenessProbe', '/healthz'],
      ['readinessProbe', '/readyz'],
    ] as const) {
      assert.deepEqual(container[probe], { ...documented[probe], httpGet: { path, port } })
      assert.ok(operations.includes(`'${path}'`), path)
    }
  }
})

test('Kubernetes: policies let only who scrapes reach the figures, only the ingress reach what serves, and cover every pod', () => {
  const policies = ofKind('NetworkPolicy').map(({ spec }) => spec)
  for (const { spec } of ofKind('Deployment')) {
    const { labels } = spec.template.metadata
    const own = policies.filter(({ podSelector }) => isDeepSubset(podSelector.matchLabels, labels))
    assert.ok(own.length > 0, 'a pod without a policy can be reached by everybody')
    const rules = own.flatMap(({ ingress, policyTypes }) => {
      assert.deepEqual(policyTypes, ['Ingress'])
      return ingress
    })
    const { ports } = spec.template.spec.containers[0]
    assert.deepEqual(
      rules.flatMap((rule: { ports: { port: string }[] }) => rule.ports.map(({ port }) => port)).toSorted(),
      ports.map(({ name }: { name: string }) => name).toSorted(),
    )
    for (const { from } of rules) for (const { namespaceSelector } of from) assert.ok(Object.keys(namespaceSelector.matchLabels).length > 0)
  }
})
