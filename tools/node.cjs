'use strict'
// CHOOSES THE NODE to use: the running one if it is new enough, else the one of tools/node, installed by npm when first needed.
// Everything in tools/*.cjs must run on any Node from 20 on, because it runs before the right one is installed.
const { existsSync } = require('node:fs')
const { dirname, delimiter, join } = require('node:path')
const { install, isInstalled } = require('./install.cjs')

const NEEDED = [24, 15]
const FOLDER = join(__dirname, 'node')
/** The minor version of each major version from which npm installs all optional packages, such as the part of Vite for this platform. */
const INSTALLS = { 20: 19, 22: 13, 23: 5 }

/** The path of a Node that can run Deskhand; undefined if `installNode` must install it first. @throws Error if none is available */
function findNode() {
  if (isNewEnough(process.versions.node)) return process.execPath
  if (!isInstalled(FOLDER, 'all')) return undefined
  const packages = [`node-${process.platform}-${process.arch}`, `node-bin-${process.platform}-${process.arch}`, `node-win-${process.arch}`]
  const programs = packages.map((name) => join(FOLDER, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node'))
  const found = programs.find((path) => existsSync(path))
  if (!found)
    throw new Error(
      `Deskhand needs Node ${NEEDED.join('.')} or newer, and npm has none for ${process.platform} on ${process.arch}: install it from https://nodejs.org`,
    )
  return found
}

/** @param children contains the npm process while it runs */
function installNode(children) {
  const what = `Node ${require('./node/package.json').version}, because this is ${process.versions.node}`
  return install(FOLDER, 'all', process.execPath, what, children)
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])
}

/** True if npm with this Node installs the same packages as with the right one, so the installation need not wait for that one. */
function canInstall(version) {
  const [major, minor] = version.split('.').map(Number)
  return major >= 24 || minor >= (INSTALLS[major] ?? Infinity)
}

/** The environment in which `node` is the given one. Windows may spell PATH "Path". */
function environmentOf(node) {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  // the compile cache of Node saves half of the time of later starts
  const compiled = process.env.NODE_COMPILE_CACHE ?? join(__dirname, '..', 'node_modules', '.cache', 'node-compile')
  return { ...process.env, [name]: `${dirname(node)}${delimiter}${process.env[name] ?? ''}`, NODE_COMPILE_CACHE: compiled }
}

module.exports = { findNode, installNode, canInstall, environmentOf }
