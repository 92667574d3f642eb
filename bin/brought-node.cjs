'use strict'
/*
 * The root manifest's optional dependency `node-<platform>-<arch>` is Node itself, so that a clone does not depend on which Node the system has.
 * This file needs nothing but Node, from 20.19 on.
 */
const { spawn } = require('node:child_process')
const { readFileSync } = require('node:fs')
const path = require('node:path')

const folder = path.join(__dirname, '..', 'node_modules', `node-${process.platform}-${process.arch}`)

/** The version and program that came with the packages; null in an image, and on a platform for which there is none. */
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
 * Runs this process's command again, by the Node that came with the packages, and ends as that one ends. Resolves only where there is
 * nothing to change to: to null, or to a warning for the operator, one sentence, when this Node gets no security fixes any more.
 */
async function continueOnBroughtNode() {
  const brought = findBroughtNode()
  if (brought === null) return ageWarning(process.versions.node)
  if (brought.version === process.versions.node) return null
  const child = spawn(brought.program, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    // What it starts by the name `node` is the same one.
    env: { ...process.env, PATH: [path.dirname(brought.program), process.env.PATH].join(path.delimiter) },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
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

/** Null from the versions on that package.json's `engines` names. */
function ageWarning(version) {
  const [major, minor] = version.split('.').map(Number)
  if (major >= 24 || (major === 22 && minor >= 19)) return null
  return `Node ${version} lacks security fixes that Node 24 has: install Node 24.`
}

module.exports = { ageWarning, continueOnBroughtNode, findBroughtNode }
