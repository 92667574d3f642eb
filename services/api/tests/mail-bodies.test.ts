import { systemClock } from '@pas/runtime/clock'
import { createEmailBodies } from '../src/limits/email-bodies'
import { refusalOf } from '../src/smtp/smtp-refusal'

const mebibyte = 1024 * 1024
const createBodies = () =>
  createEmailBodies({
    clock: systemClock,
    limits: { maxBytes: 64 * mebibyte, maxBytesPerOwner: 16 * mebibyte, maxWaitMs: 20 },
  })
const noRoom = { responseCode: 451, message: expect.stringContaining('waits to be stored') as string }

describe('mail that waits to be stored', () => {
  it('leaves two of the six bodies of its account to HTTP, and further mail is 451', async () => {
    const bodies = createBodies()
    const mails = Array.from({ length: 5 }, () => bodies.mails.open(1))
    const rooms = await Promise.allSettled(mails.map((mail) => mail.untilRoom(0)))
    expect(rooms.map(({ status }) => status)).toEqual([...Array<string>(4).fill('fulfilled'), 'rejected'])
    expect(rooms.flatMap((room) => (room.status === 'rejected' ? refusalOf(room.reason) : []))).toMatchObject(
      [noRoom],
    )
    mails.slice(0, 4).forEach((mail) => mail.hold(1_000))
    const posted = [bodies.open(1), bodies.open(1)]
    for (const body of posted) await body.untilRoom(1_000)
    await expect(bodies.open(1).untilRoom(1_000)).rejects.toMatchObject({ code: 'too_many_requests' })
    mails[0]?.release()
    await expect(bodies.mails.open(1).untilRoom(1_000)).resolves.toBeUndefined()
  })

  it('is one of its account’s four until it is stored, also when it stalls', async () => {
    jest.useFakeTimers()
    try {
      const bodies = createBodies()
      const stalled = Array.from({ length: 4 }, () => bodies.mails.open(1))
      await Promise.all(stalled.map((mail) => mail.untilRoom(mebibyte)))
      // Longer than bytes count that were announced and did not come.
      await jest.advanceTimersByTimeAsync(2_000)
      const fifth = bodies.mails.open(1).untilRoom(0).catch(refusalOf)
      await jest.advanceTimersByTimeAsync(100)
      expect(await fifth).toMatchObject(noRoom)
      stalled[0]?.release()
      await expect(bodies.mails.open(1).untilRoom(0)).resolves.toBeUndefined()
    } finally {
      jest.useRealTimers()
    }
  })

  it('leaves half of the bytes to HTTP, of an account as of the process', async () => {
    const bodies = createBodies()
    const ten = 10 * mebibyte
    for (const accountId of [1, 2]) {
      const mail = bodies.mails.open(accountId)
      await mail.untilRoom(ten)
      mail.hold(ten)
    }
    for (const accountId of [1, 3]) {
      const further = bodies.mails.open(accountId)
      expect(await further.untilRoom(ten).catch(refusalOf)).toMatchObject(noRoom)
    }
    await expect(bodies.open(1).untilRoom(6 * mebibyte)).resolves.toBeUndefined()
    for (const accountId of [4, 5])
      await expect(bodies.open(accountId).untilRoom(ten)).resolves.toBeUndefined()
  })
})
