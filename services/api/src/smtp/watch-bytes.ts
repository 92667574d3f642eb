import type { Readable } from 'node:stream'

const lf = 0x0a
const cr = 0x0d

/** What of an SMTP session's bytes ends it. */
export type BytesFault = 'bare line end' | 'http' | 'too many lines'

/** RFC 9112 §3: `GET / HTTP/1.1`, of any method and target. */
const httpRequestLine = /^[!-~]+ [!-~]+ HTTP\/\d/
const maxFirstLine = 512

/**
 * Sees each chunk before `smtp-server` does, whose parser takes a bare LF as the end of a command. `maxLines`: lines
 * while `isUnknown`, more than a sender needs to sign in.
 */
export function watchBytes(
  socket: Readable,
  { maxLines, isUnknown }: { maxLines: number; isUnknown: () => boolean },
  onFault: (fault: BytesFault) => void,
): void {
  let endedInCr = false
  let firstLine: string | null = ''
  let lines = 0
  const findFault = (chunk: Buffer): BytesFault | null => {
    if (firstLine !== null) {
      firstLine += chunk.toString('latin1', 0, maxFirstLine - firstLine.length)
      const isWhole = firstLine.includes('\n') || firstLine.length >= maxFirstLine
      if (isWhole && httpRequestLine.test(firstLine)) return 'http'
      if (isWhole) firstLine = null
    }
    if (hasBareLineEnd(chunk, endedInCr)) return 'bare line end'
    endedInCr = chunk.at(-1) === cr
    if (isUnknown()) {
      lines += countLines(chunk)
      if (lines > maxLines) return 'too many lines'
    }
    return null
  }
  const onChunk = (chunk: Buffer): void => {
    const fault = findFault(chunk)
    if (fault === null) return
    socket.off('data', onChunk)
    onFault(fault)
  }
  // Before the parser's own listener, which `pipe` has added or will add.
  socket.prependListener('data', onChunk)
}

/** RFC 5321 §2.3.8: CR and LF stand only together. Other servers took `LF . LF` as a message's end. */
function hasBareLineEnd(chunk: Buffer, endedInCr: boolean): boolean {
  if (endedInCr && chunk[0] !== lf) return true
  for (let at = chunk.indexOf(lf); at !== -1; at = chunk.indexOf(lf, at + 1))
    if (at === 0 ? !endedInCr : chunk[at - 1] !== cr) return true
  for (let at = chunk.indexOf(cr); at !== -1; at = chunk.indexOf(cr, at + 1))
    if (at + 1 < chunk.length && chunk[at + 1] !== lf) return true
  return false
}

function countLines(chunk: Buffer): number {
  let lines = 0
  for (let at = chunk.indexOf(lf); at !== -1; at = chunk.indexOf(lf, at + 1)) lines++
  return lines
}
