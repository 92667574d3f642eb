import { describeInLongRun } from '@pas/testing/long-run'
import { freePort } from '@pas/testing/free-port'
import { newMessage, SmtpDialogue } from '../../services/api/tests/smtp-dialogue'
import { createServices, type ServiceProcess, type Services } from '../e2e/start-services'
import { inSeconds, saySeen } from './say-seen'

let services: Services
let port: number

const startApi = (): Promise<ServiceProcess> => services.startApi({ SMTP_PORT: String(port) })

beforeAll(async () => {
  services = await createServices()
  port = await freePort()
})
afterAll(() => services.close())

const mailsOf = (inbox: string): Promise<number> => services.database.db.email.count({ where: { inbox } })

/** Sends again as a queue does, until it is taken. */
async function repeat(message: string, inbox: string): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    const dialogue = await SmtpDialogue.begin(port)
    await dialogue.signIn(services.apiKey, inbox)
    const reply = await dialogue.send(message)
    if (reply.startsWith('250 ')) {
      dialogue.destroy()
      return performance.now() - startedAt
    }
    expect(reply).toMatch(/^451 /)
    await dialogue.idle(500)
    dialogue.destroy()
  }
}

it('a process killed while a message arrives: the sender is cut off, repeats it, and it is there once', async () => {
  const killed = await startApi()
  const message = newMessage()
  const dialogue = await SmtpDialogue.begin(port)
  await dialogue.signIn(services.apiKey, 'half')
  await dialogue.beginData()
  dialogue.write(message)
  killed.process.kill('SIGKILL')
  await dialogue.closed()
  const api = await startApi()
  await repeat(message, 'half')
  expect(await mailsOf('half')).toBe(1)
  await api.stop()
}, 60_000)

it('SIGTERM while a message arrives: it is stored, and the process exits 0', async () => {
  const api = await startApi()
  const dialogue = await SmtpDialogue.begin(port)
  await dialogue.signIn(services.apiKey, 'stopped')
  await dialogue.beginData()
  dialogue.write(newMessage())
  const exited = api.stop()
  const idle = await SmtpDialogue.open(port).then(
    (other) => other.reply(),
    () => '',
  )
  expect(idle).not.toMatch(/^220/)
  expect(await dialogue.command('\r\n.')).toMatch(/^250 /)
  expect(await exited).toBe(0)
  expect(await mailsOf('stopped')).toBe(1)
}, 60_000)

describeInLongRun('a process killed while a message is stored', () => {
  it('the message that is repeated is there once, at whatever moment it was killed', async () => {
    const waits: number[] = []
    for (let round = 0; round < 8; round++) {
      const killed = await startApi()
      const message = newMessage(`round ${round}`)
      const inbox = `killed-${round}`
      const dialogue = await SmtpDialogue.begin(port)
      await dialogue.signIn(services.apiKey, inbox)
      await dialogue.beginData()
      dialogue.write(`${message}\r\n.\r\n`)
      await dialogue.idle(round * 12)
      killed.process.kill('SIGKILL')
      await dialogue.closed()
      const api = await startApi()
      waits.push(await repeat(message, inbox))
      expect(await mailsOf(inbox)).toBe(1)
      await api.stop()
    }
    saySeen('API killed while it stores mail', `taken again after ${inSeconds(Math.max(...waits))} at most`)
  }, 400_000)
})
