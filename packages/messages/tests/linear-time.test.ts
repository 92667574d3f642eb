import { choosePumps, findSuperlinear, timesOf } from '@pas/testing/growth'
import { isLongRun } from '@pas/testing/long-run'
import { describeMessage } from '../src/describe-message'
import { readMessage } from '../src/read-message'
import { UnreadableMessageError } from '../src/unreadable-message-error'
import { messagePumps } from './message-pumps'

const unlessUnreadable = (error: unknown): void => {
  if (!(error instanceof UnreadableMessageError)) throw error
}
const read = async (raw: Buffer<ArrayBuffer>): Promise<void> => {
  await readMessage(raw, 1_000).catch(unlessUnreadable)
}
const describeRead = async (raw: Buffer<ArrayBuffer>): Promise<void> => {
  await describeMessage(raw).catch(unlessUnreadable)
}

describe('reading a message', () => {
  it.each(choosePumps(messagePumps, { count: 40, always: ['"\\u000e" in HTML in ISO-2022-KR'] }))(
    'takes linear time: %s',
    async (_name, pump) => {
      const steep = await findSuperlinear(
        (length) => {
          const raw = Buffer.from(pump(length))
          return timesOf({ readMessage: () => read(raw), describeMessage: () => describeRead(raw) })
        },
        { shortest: 65_536, longest: isLongRun ? 4_194_304 : 262_144 },
      )
      expect(steep).toEqual([])
    },
  )
})
