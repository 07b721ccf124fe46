'use strict'
// ADDS ADDRESSES to a lock that has none, so that npm fetches each package without first asking the registry where it is.

/** npm takes this host for "the registry that is configured". */
const REGISTRY = 'https://registry.npmjs.org'

/** Returns the lock with the usual address of every package: `<registry>/<name>/-/<last part of the name>-<version>.tgz`. */
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

module.exports = { addAddresses }
