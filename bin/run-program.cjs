'use strict'
const { spawn } = require('node:child_process')
const { once } = require('node:events')
const { text } = require('node:stream/consumers')

/**
 * Runs a program without blocking. Status null: ended by a signal, or not started; `stderr` then says why. On abort it
 * gets SIGINT (apt-get stops a download, but finishes what dpkg has begun), and SIGKILL after `killAfterMs`; then
 * rejects with the signal's reason.
 */
async function runProgram(command, args, { signal, killAfterMs, ...options }) {
  signal.throwIfAborted()
  // In a process group of its own: the terminal's Ctrl-C must not reach dpkg, which would leave a package half unpacked.
  const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let killing
  const interrupt = () => {
    child.kill('SIGINT')
    if (killAfterMs !== undefined) killing = setTimeout(killGroup, killAfterMs, child)
  }
  signal.addEventListener('abort', interrupt)
  // What the program started may hold its output open.
  child.once('exit', () => {
    clearTimeout(killing)
    if (signal.aborted) killGroup(child)
  })
  try {
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])
    signal.throwIfAborted()
    return { status, stdout, stderr }
  } catch (error) {
    signal.throwIfAborted()
    return { status: null, stdout: '', stderr: error.message }
  } finally {
    signal.removeEventListener('abort', interrupt)
  }
}

function killGroup({ pid }) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

module.exports = { runProgram }
