'use strict'

/** Shown to the person at the terminal without a stack trace: one sentence says what to do. */
class CannotGoOn extends Error {
  name = 'CannotGoOn'
}

let render = (line) => `${line}\n`

/** After the seconds since the process started. */
function progress(line) {
  process.stdout.write(render(`${(performance.now() / 1000).toFixed(1).padStart(6)} s  ${line}`))
}

/** `renderLine` makes each line of `progress` what is printed, such as after the program's name. */
function nameProgress(renderLine) {
  render = renderLine
}

module.exports = { CannotGoOn, nameProgress, progress }
