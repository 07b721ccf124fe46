#!/usr/bin/env node
'use strict'
// THE COMMAND `deskhand`: runs cli/deskhand.ts on the right Node, from any working directory.
const { join } = require('node:path')
const { run } = require('./child.cjs')
const { main, prepare } = require('./prepare.cjs')

void main(async () => {
  const { node, env } = await prepare('start')
  return run([[node, join(__dirname, '..', 'cli', 'deskhand.ts'), ...process.argv.slice(2)]], env, process.cwd())
})
