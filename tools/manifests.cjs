'use strict'
// CHANGES THE COPIES of package.json and package-lock.json from which npm installs.

/** A host that does not exist: npm puts the one of the configured registry in its place (--replace-registry-host=always). */
const REGISTRY = 'https://registry.invalid'

/**
 * Adds to a lock that has no addresses the usual one of every package, `<registry>/<name>/-/<last part of the name>-<version>.tgz`, so that
 * npm fetches it without first asking the registry where it is.
 */
function addAddresses(lock) {
  const content = JSON.parse(lock)
  for (const [path, entry] of Object.entries(content.packages)) {
    const { name = path.split('node_modules/').at(-1), version, integrity, resolved } = entry
    // without a hash the content of an address could not be checked
    if (!path.includes('node_modules/') || !version || !integrity || resolved) continue
    entry.resolved = `${REGISTRY}/${name}/-/${name.split('/').at(-1)}-${version}.tgz`
  }
  return JSON.stringify(content)
}

/**
 * Returns the manifest or lock without what is for development only. npm's `--omit=dev` keeps a package of that kind if it is also an
 * optional peer of another one: the compiler of TypeScript, for a library that would read settings written in it.
 */
function withoutDevelopment(text) {
  const { devDependencies: _ours, ...content } = JSON.parse(text)
  if (content.packages) {
    const kept = Object.entries(content.packages).filter(([, { dev, devOptional }]) => !dev && !devOptional)
    content.packages = Object.fromEntries(kept)
    delete content.packages[''].devDependencies
  }
  return JSON.stringify(content)
}

module.exports = { addAddresses, withoutDevelopment }
