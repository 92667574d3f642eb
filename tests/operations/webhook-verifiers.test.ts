import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { until } from '@pas/testing/until'
import { newWebhookSecret, signMessage, webhookSecretText } from '@pas/webhooks/sign-message'

const repository = path.resolve(__dirname, '../..')
const secret = newWebhookSecret()
const body = '{"type":"webhook.test","data":{"ä":"€"}}'
const sign = (at = new Date(), signed = body, by = [secret]) =>
  signMessage(by, { deliveryId: randomUUID(), at, body: signed })

/** Messages, and whether a receiver may believe them. */
const messages = [
  { isGenuine: true, body, headers: sign() },
  { isGenuine: true, body, headers: sign(new Date(), body, [newWebhookSecret(), secret]) },
  { isGenuine: false, body: body.replace('test', 'text'), headers: sign() },
  { isGenuine: false, body, headers: sign(new Date(Date.now() - 600_000)) },
  { isGenuine: false, body, headers: sign(new Date(Date.now() + 600_000)) },
  { isGenuine: false, body, headers: sign(new Date(), body, [newWebhookSecret()]) },
  { isGenuine: false, body, headers: { ...sign(), 'webhook-id': 'msg_other' } },
  { isGenuine: false, body, headers: { ...sign(), 'webhook-signature': '' } },
  { isGenuine: false, body, headers: { ...sign(), 'webhook-timestamp': 'now' } },
  { isGenuine: false, body, headers: {} },
]
const expected = messages.map(({ isGenuine }) => isGenuine)
const hasPython = spawnSync('python3', ['--version']).status === 0

describe('the functions that verify messages in docs/partners.md', () => {
  let folder: TestFolder
  beforeAll(async () => {
    folder = await createTestFolder()
    writeFileSync(path.join(folder.path, 'messages.json'), JSON.stringify(messages))
  })
  afterAll(() => folder.close())

  /** Runs a document's code with a main program behind it; resolves to what it prints. */
  function run(language: 'js' | 'py', main: string): unknown {
    const document = readFileSync(path.join(repository, 'docs/partners.md'), 'utf8')
    const blocks = [...document.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))]
    const code = blocks.map(([, block = '']) => block).find((block) => /is_?genuine/i.test(block)) ?? ''
    const file = path.join(folder.path, language === 'js' ? 'verify.mjs' : 'verify.py')
    writeFileSync(file, `${code}\n${main}`)
    const command = language === 'js' ? process.execPath : 'python3'
    const { stdout, stderr } = spawnSync(command, [file, webhookSecretText(secret)], {
      cwd: folder.path,
      encoding: 'utf8',
    })
    if (stdout === '') throw new Error(stderr)
    return JSON.parse(stdout)
  }

  it('believe what the service signs and nothing else, in Node', () => {
    const main = `
      import { readFileSync } from 'node:fs'
      const messages = JSON.parse(readFileSync('messages.json', 'utf8'))
      console.log(JSON.stringify(messages.map(({ headers, body }) => isGenuine(process.argv[2], headers, body))))`
    expect(run('js', main)).toEqual(expected)
  })

  const withPython = hasPython ? it : it.skip
  withPython(`believe the same in Python${hasPython ? '' : ' (skipped: python3 is not on PATH)'}`, () => {
    const main = `
import json, sys
messages = json.load(open("messages.json"))
print(json.dumps([is_genuine(sys.argv[1], m["headers"], m["body"].encode()) for m in messages]))`
    expect(run('py', main)).toEqual(expected)
  })
})

describe('examples/webhook-receiver', () => {
  let receiver: ChildProcess
  const printed: Record<string, unknown>[] = []
  beforeAll(async () => {
    receiver = spawn(process.execPath, [path.join(repository, 'examples/webhook-receiver/receiver.mjs')], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, PORT: '0', WEBHOOK_SECRETS: `whsec_AAAA ${webhookSecretText(secret)}` },
    })
    if (receiver.stdout)
      createInterface({ input: receiver.stdout }).on('line', (line) =>
        printed.push(JSON.parse(line) as Record<string, unknown>),
      )
    await until('it listens', () => printed.length > 0)
  })
  afterAll(() => {
    receiver.kill()
  })
  const post = async (headers: Record<string, string>, sent: string): Promise<number> => {
    const response = await fetch(`http://127.0.0.1:${String(printed[0]?.listening)}/`, {
      method: 'POST',
      headers,
      body: sent,
    })
    return response.status
  }

  it('takes what the service signs, prints each message once, and refuses everything else', async () => {
    for (const { headers, body: sent, isGenuine } of messages)
      expect([isGenuine, await post(headers, sent)]).toEqual([isGenuine, isGenuine ? 204 : 400])
    const again = messages[0]
    expect(again && (await post(again.headers, again.body))).toBe(204)
    expect(await post(sign(new Date(), 'x'.repeat(20_000)), 'x'.repeat(20_000))).toBe(400)
    await until('both are printed', () => printed.length === 3)
    expect(printed.slice(1).map(({ type }) => type)).toEqual(['webhook.test', 'webhook.test'])
  })
})
