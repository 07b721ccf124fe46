// A real browser for the tests: starts it, opens pages that record every complaint, runs axe, emulates a phone.
// Does not belong here: the server under test (server.ts), what is tested.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { after } from 'node:test'
import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { chromiumLaunch } from '#tools/chromium.ts'
import { ensureDefined } from '#lib/defined.ts'
import { areDeferred, atEnd, endAll } from '../at_end.ts'
import { makeClient } from '../client.ts'
import { waitFor } from '../jobs.ts'
import { type Person, sessionOf } from '../session.ts'

const desktop = { width: 1280, height: 800 }
export const phone = { width: 375, height: 812 }

/** The complaints of a page: content security policy, console errors, uncaught exceptions. */
export interface WatchedPage {
  page: Page
  complaints: string[]
  /** Goes to an address and waits until the page has loaded everything it shows, and has drawn it. */
  arrive(address: string): Promise<void>
}

let shared: Promise<Browser> | undefined

after(async () => {
  if (!areDeferred()) await endAll()
})

/**
 * Chromium, started once for all files of the process, and again if it has crashed: the one named by `CHROMIUM_PATH`, otherwise the one that
 * comes with the packages.
 */
export async function getSharedBrowser(): Promise<Browser> {
  const browser = await (shared ??= startBrowser())
  return browser.isConnected() ? browser : (shared = startBrowser())
}

async function startBrowser(): Promise<Browser> {
  const browser = await chromium.launch(await chromiumLaunch())
  atEnd(() => browser.close())
  return browser
}

/** The address of the instance that the pages of a context belong to. */
const addresses = new WeakMap<BrowserContext, string>()

/**
 * Gives the browser of a page a session of a user, by the call that the sign-in page makes: loading and filling in that page takes longer than
 * most of what is tested. Not by the browser's own client, which does not know the names of instances.
 */
export async function giveSession(page: Page, { email, password }: Person): Promise<void> {
  const base_url = ensureDefined(addresses.get(page.context()))
  const answer = await makeClient(base_url, {}).post('/access/sign_in', { email, password }, { 'user-agent': await agentOf(page) })
  await giveCookie(page, sessionOf(base_url, answer).cookie)
}

/** Gives a page the cookie of a session, as `name=value`. */
export async function giveCookie(page: Page, cookie: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=')
  const url = ensureDefined(addresses.get(page.context()))
  await page.context().addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }])
}

const agentOf = (page: Page) => page.evaluate<string>('navigator.userAgent')

/** Opens a page in its own context (no cookies of other tests). */
export async function openPage(browser: Browser, baseURL: string, viewport = desktop): Promise<WatchedPage> {
  const context = await browser.newContext({ baseURL, viewport, reducedMotion: 'reduce', locale: 'en-US', timezoneId: 'UTC' })
  context.setDefaultTimeout(30_000)
  addresses.set(context, baseURL)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // The browser itself reports every answer of 400 and above; the test that causes them checks those.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) complaints.push(message.text())
  })
  return { page, complaints, arrive: watchArrival(page) }
}

/** Runs `work` with a page in a context of its own, which is closed afterwards. */
export async function withPage(
  baseURL: string,
  viewport: { width: number; height: number } | undefined,
  work: (opened: WatchedPage) => Promise<void>,
): Promise<void> {
  const opened = await openPage(await getSharedBrowser(), baseURL, viewport)
  try {
    await work(opened)
  } finally {
    await opened.page.context().close()
  }
}

const someFrames = `new Promise((drawn) => {
  let frames = 6
  const next = () => (frames-- === 0 ? drawn() : requestAnimationFrame(next))
  next()
})`

/** Whether the page shows something, and not only that it is loading: between two scripts that are loaded no request is open. */
const isShown = `document.body.innerText.trim() !== '' && document.querySelector('[aria-label="Loading"]') === null`
/** So many times frames are waited for until a page shows something; then the test says what it misses. */
const MAX_WAITS = 200

/**
 * A page has arrived when it shows something, no request is open and none was for some frames: Playwright's networkidle would wait half a second
 * each time.
 */
function watchArrival(page: Page): (address: string) => Promise<void> {
  const asked = new Set<Request>()
  const answered = new Set<Request>()
  page.on('request', (request) => asked.add(request))
  for (const event of ['requestfinished', 'requestfailed'] as const) page.on(event as 'requestfinished', (request) => answered.add(request))
  return async (address) => {
    await page.goto(address)
    let seen = -1
    let shows = false
    for (let waits = 0; seen !== asked.size || answered.size < asked.size || (!shows && waits < MAX_WAITS); waits += 1) {
      seen = asked.size
      await page.evaluate(someFrames)
      shows = await page.evaluate<boolean>(isShown)
    }
  }
}

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeViolation {
  id: string
  help: string
  nodes: { target: string[]; failureSummary: string }[]
}

/** Waits up to 60 frames for dialogs to have their labels, which the design system sets in the frame after it has drawn them. */
const DIALOGS_LABELLED = `new Promise((done) => {
  const isBare = (one) => !one.getAttribute('aria-label') && !document.getElementById(one.getAttribute('aria-labelledby'))
  const look = (left) => {
    const bare = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].some(isBare)
    if (!bare || left === 0) done()
    else requestAnimationFrame(() => look(left - 1))
  }
  look(60)
})`

/**
 * What axe looks at: the page, but while the list of a combo box is open only that. React Aria hides the rest from screen readers then, and the focus
 * cannot leave the field without closing the list, which axe does not know.
 */
const WHAT_IS_READ = `(document.querySelector('[role="combobox"][aria-expanded="true"]') === null
  ? document
  : { include: [['[role="combobox"]'], ['[role="listbox"]']] })`

/**
 * The violations without small targets that are only covered by a bar at the edge of the window: each is looked at once more in its middle. Runs in the
 * browser, so it may use nothing outside its body.
 */
async function leaveCovered(violations: AxeViolation[]): Promise<AxeViolation[]> {
  const { axe } = window as unknown as { axe: { run(context: object, options: object): Promise<{ violations: AxeViolation[] }> } }
  const isSmall = async ({ target }: AxeViolation['nodes'][number]) => {
    document.querySelector(target[0] ?? '')?.scrollIntoView({ block: 'center' })
    return (await axe.run({ include: [target] }, { runOnly: ['target-size'] })).violations.length > 0
  }
  for (const violation of violations) {
    if (violation.id !== 'target-size') continue
    const small: AxeViolation['nodes'] = []
    for (const node of violation.nodes) if (await isSmall(node)) small.push(node)
    violation.nodes = small
  }
  return violations.filter(({ nodes }) => nodes.length > 0)
}

/** The violations that axe finds in the current state of the page, by its tags or rules. */
async function violationsOf(page: Page, runOnly: string[]): Promise<string[]> {
  await page.evaluate(DIALOGS_LABELLED)
  await page.evaluate('Promise.allSettled(document.getAnimations().map((animation) => animation.finished))')
  // half a megabyte, which stays until the page is left
  if (await page.evaluate('!window.axe')) await page.evaluate(await axeSource)
  const violations = await page.evaluate<AxeViolation[]>(
    `axe.run(${WHAT_IS_READ}, { runOnly: ${JSON.stringify(runOnly)}, resultTypes: ['violations'] }).then(({ violations }) => (${leaveCovered.toString()})(violations))`,
  )
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n${nodes.map((node) => `  ${node.target.join(' ')} ${node.failureSummary}`).join('\n')}`,
  )
}

/** Fails unless axe finds no violation of WCAG 2 A and AA and its best practices in the current state of the page. */
export async function assertAccessible(page: Page, state: string): Promise<void> {
  const found = await violationsOf(page, ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
  assert.equal(found.join('\n'), '', `axe on ${state}`)
}

/** The illegible parts of a page in a light or dark colour scheme. */
export async function illegibleParts(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await waitFor(() => page.evaluate(`matchMedia('(prefers-color-scheme: ${colorScheme})').matches`), true)
  return violationsOf(page, ['color-contrast', 'link-in-text-block'])
}

/** Fails if the page as a whole can be scrolled sideways. */
export async function assertFitsWidth(page: Page, state: string): Promise<void> {
  const [content, window] = await page.evaluate<[number, number]>('[document.documentElement.scrollWidth, innerWidth]')
  assert.ok(content <= window, `${state} is ${content} pixels wide in a window of ${window}`)
}
