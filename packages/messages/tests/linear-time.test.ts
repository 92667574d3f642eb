import { choosePumps, findSuperlinear, timesOf } from '@pas/testing/growth'
import { isLongRun } from '@pas/testing/long-run'
import { describeMessage } from '../src/describe-message'
import { readMessage } from '../src/read-message'
import { rewriteMessage } from '../src/rewrite-message'
import { UnreadableMessageError } from '../src/unreadable-message-error'
import { messagePumps } from './message-pumps'

const unlessUnreadable = (work: () => unknown): void => {
  try {
    work()
  } catch (error) {
    if (!(error instanceof UnreadableMessageError)) throw error
  }
}

/** Text beyond ISO 8859-1 is UTF-8, other characters are bytes. */
const bytesOf = (text: string): Buffer<ArrayBuffer> =>
  Buffer.from(text, /[^\0-\xff]/.test(text) ? 'utf8' : 'latin1')

const read = (raw: Buffer<ArrayBuffer>): void => unlessUnreadable(() => readMessage(raw, 1_000))
const describeRead = (raw: Buffer): void => unlessUnreadable(() => describeMessage(raw))
const rewrite = (raw: Buffer): void =>
  unlessUnreadable(() => rewriteMessage(raw, () => 'http://assets.invalid/a'))

describe('reading a message, and rewriting it,', () => {
  it.each(
    choosePumps(messagePumps, {
      count: 40,
      always: [
        '"QQ==" in HTML in base64',
        '"QQ==" in name in an encoded word',
        '"\\u000e" in HTML in ISO-2022-KR',
        'HTML of many places, and what is at many others',
      ],
    }),
  )('takes linear time: %s', async (_name, pump) => {
    const steep = await findSuperlinear(
      (length) => {
        const raw = bytesOf(pump(length))
        return timesOf({
          readMessage: () => read(raw),
          describeMessage: () => describeRead(raw),
          rewriteMessage: () => rewrite(raw),
        })
      },
      { shortest: 65_536, longest: isLongRun ? 4_194_304 : 262_144 },
    )
    expect(steep).toEqual([])
  })
})
