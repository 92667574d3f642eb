import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { factsFile, readCheckout, writeFacts } from './read-caniemail'

/** `tsx generate/import-caniemail.ts CHECKOUT`: writes caniemail's facts from a clone of its repository. */
const [, , checkout] = process.argv
if (checkout === undefined) throw new Error('usage: tsx generate/import-caniemail.ts CHECKOUT')
const release = execFileSync('git', ['-C', checkout, 'log', '-1', '--format=%h (%cs)', '--abbrev=7'], {
  encoding: 'utf8',
}).trim()
writeFileSync(path.join(__dirname, '..', factsFile), writeFacts(readCheckout(checkout, release)))
