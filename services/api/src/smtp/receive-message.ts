import type { HeldBody } from '@pas/runtime/http/bodies-in-flight'
import { setAnswerTimeout, type AnswerTimeout } from '@pas/runtime/set-answer-timeout'
import type { SMTPServerDataStream } from 'smtp-server'
import { SmtpRefusal } from './smtp-refusal'

/** As for bodies of HTTP: who sends less holds memory for long. */
export const receiveTimes = { windowMs: 10_000, wholeMs: 120_000 }
const minBytesInWindow = 5_000
const firstBytes = 16 * 1024

/**
 * Resolves to the message without the dots that SMTP adds. Rejects with what `hold` throws, with an `SmtpRefusal` of
 * 552 or 421, or when the sender goes away; then nothing reads the stream any more.
 */
export async function receiveMessage(
  stream: SMTPServerDataStream,
  heldBody: Pick<HeldBody, 'untilRoom' | 'hold'>,
  {
    announcedBytes,
    maxBytes,
    times = receiveTimes,
  }: { announcedBytes: number; maxBytes: number; times?: typeof receiveTimes | undefined },
): Promise<Buffer> {
  // Until there is room nothing is read: the sender waits, with what fits into the buffers.
  await heldBody.untilRoom(announcedBytes)
  if (stream.destroyed) throw brokenOff()
  return new Promise((resolve, reject) => {
    // One buffer and not a list: a line that begins with a dot comes as a chunk of its own.
    let held = Buffer.allocUnsafe(firstBytes)
    let bytes = 0
    let timeout: AnswerTimeout
    const deadline = setAnswerTimeout(() => fail(tooSlow(times)), times.wholeMs)
    const settle = (act: () => void): void => {
      timeout.clear()
      deadline.clear()
      stream.off('data', onChunk).off('end', onEnd).off('close', onClose)
      act()
    }
    const fail = (error: Error): void =>
      settle(() => {
        stream.destroy()
        reject(error)
      })
    const watchPace = (): void => {
      const before = bytes
      timeout = setAnswerTimeout(() => {
        if (bytes - before < minBytesInWindow) fail(tooSlow(times))
        else watchPace()
      }, times.windowMs)
    }
    const onChunk = (chunk: Buffer): void => {
      try {
        if (bytes + chunk.length > maxBytes) throw new SmtpRefusal(552, tooLarge(maxBytes))
        heldBody.hold(bytes + chunk.length)
        if (bytes + chunk.length > held.length) {
          const larger = Buffer.allocUnsafe(Math.min(2 * (bytes + chunk.length), maxBytes))
          held.copy(larger, 0, 0, bytes)
          held = larger
        }
        chunk.copy(held, bytes)
        bytes += chunk.length
      } catch (error) {
        fail(error as Error)
      }
    }
    const onEnd = (): void => settle(() => resolve(held.subarray(0, bytes)))
    const onClose = (): void => fail(brokenOff())
    watchPace()
    // `smtp-server` destroys the stream with an error when there is a listener, and 'close' follows.
    stream.on('error', () => undefined)
    stream.on('data', onChunk).on('end', onEnd).on('close', onClose)
  })
}

const tooLarge = (maxBytes: number): string => `A message may have ${maxBytes} bytes, and this one has more.`

const brokenOff = (): SmtpRefusal => new SmtpRefusal(421, 'The message broke off.')

const tooSlow = ({ windowMs, wholeMs }: typeof receiveTimes): SmtpRefusal =>
  new SmtpRefusal(
    421,
    `The message stopped arriving: less than ${minBytesInWindow} bytes in ${windowMs / 1000} s, or more than ${wholeMs / 1000} s in all. Send it again.`,
  )
