import type { ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'

/** What a supervised program writes to its standard output and error. */
export interface ProcessLog {
  /** For people: where to look. */
  place: string
  /** Starts a program with the log as its output. */
  attach(spawn: (output: number | 'pipe') => ChildProcess): ChildProcess
  end(): string
}

const endLines = 12
const maxLogBytes = 20 * 1024 * 1024

export function logInFile(folder: string, name: string): ProcessLog {
  const file = path.join(folder, `${name}.log`)
  return {
    place: file,
    attach: (spawn) => {
      const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
      if (size > maxLogBytes) renameSync(file, `${file}.1`)
      const log = openSync(file, 'a')
      try {
        return spawn(log)
      } finally {
        closeSync(log)
      }
    },
    end: () => readFileSync(file, 'utf8').trimEnd().split('\n').slice(-endLines).join('\n'),
  }
}

/** Wide enough for the longest name, `render-worker`. */
const nameWidth = 13

export const nameLine = (name: string, line: string): string => `${name.padEnd(nameWidth)} | ${line}\n`

/** On our own standard output, each line after the program's name. */
export function shownLog(name: string): ProcessLog {
  let last: string[] = []
  return {
    place: 'above',
    attach: (spawn) => {
      const child = spawn('pipe')
      for (const output of [child.stdout, child.stderr]) {
        if (output === null) continue
        createInterface({ input: output, crlfDelay: Infinity }).on('line', (line) => {
          last = [...last, line].slice(-endLines)
          process.stdout.write(nameLine(name, line))
        })
      }
      return child
    },
    end: () => last.join('\n'),
  }
}
