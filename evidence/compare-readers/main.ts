/*
 * `npm run compare-readers -- FOLDER` reads each message of a folder (`*.eml`) with our reader and with postal-mime, and
 * prints where they differ, then how many messages do. Neither is right by itself: docs/measurements/readers.md.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { messageBytes } from '@pas/messages/message-bytes'
import { compareReaders } from './compare-readers'

async function main(): Promise<void> {
  const [folder] = process.argv.slice(2)
  if (folder === undefined)
    throw new Error("No folder with messages was named: 'npm run compare-readers -- FOLDER'.")
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.eml$/i.test(file))
    .sort()
  let different = 0
  for (const file of files) {
    const differences = await compareReaders(messageBytes(readFileSync(path.join(folder, file))))
    if (differences.length > 0) different += 1
    for (const { what, ours, theirs } of differences)
      console.log(`${printable(file)}\t${what}\t${printable(ours)}\t${printable(theirs)}`)
  }
  console.log(`${different} of ${files.length} messages are read differently.`)
}

/** Messages are of strangers: their control characters must not reach the terminal. */
const printable = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').slice(0, 120)

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
