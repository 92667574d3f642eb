'use strict'
/*
 * The root package.json has an optional dependency `node-<platform>-<arch>` that is Node itself, so that a clone does
 * not depend on the system's Node (ADR 4). This file runs on the system's Node, from 20.19 on, and must not load any
 * package.
 */
const { spawn } = require('node:child_process')
const { readFileSync } = require('node:fs')
const path = require('node:path')

const folder = path.join(__dirname, '..', 'node_modules', `node-${process.platform}-${process.arch}`)

/** Null in an image, and on a platform for which there is none. */
function findBroughtNode() {
  let manifest
  try {
    manifest = readFileSync(path.join(folder, 'package.json'), 'utf8')
  } catch {
    return null
  }
  return { version: JSON.parse(manifest).version, program: path.join(folder, 'bin', 'node') }
}

/**
 * Runs this command again under the Node that was installed with the packages, and exits as it does. Resolves only when
 * there is none or this is it: to null, or to a warning when this Node is older than package.json's `engines` allows.
 */
async function continueOnBroughtNode() {
  const brought = findBroughtNode()
  if (brought === null) return ageWarning(process.versions.node)
  if (brought.version === process.versions.node) return null
  // Before the start: a signal that comes as soon as the child runs must reach it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  const child = spawn(brought.program, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    // First on PATH, so that a `node` which the command starts is the same one.
    env: { ...process.env, PATH: [path.dirname(brought.program), process.env.PATH].join(path.delimiter) },
  })
  const [code, signal] = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (...ending) => resolve(ending))
  })
  if (signal !== null) {
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  }
  process.exit(code ?? 1)
}

function ageWarning(version) {
  const [major, minor] = version.split('.').map(Number)
  if (major >= 24 || (major === 22 && minor >= 19)) return null
  return `Node ${version} lacks security fixes that Node 24 has: install Node 24.`
}

module.exports = { ageWarning, continueOnBroughtNode, findBroughtNode }
