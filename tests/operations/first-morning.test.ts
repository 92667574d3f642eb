import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { workerHeartbeatKey } from '@pas/captures/worker-heartbeat'
import { createTestDatabase, type TestDatabase } from '@pas/testing/test-database'
import { startForwardProxy, type ForwardProxy } from '@pas/testing/forward-proxy'
import { startSmallWeb, type SmallWeb } from '@pas/testing/small-web'
import { testVariable } from '@pas/testing/test-environment'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { Redis } from 'ioredis'
import { pasInProcess, type PasInProcess } from '../../packages/cli/tests/pas-in-process'

const document = readFileSync(path.resolve(__dirname, '../../docs/operations.md'), 'utf8')

/** Each section's heading, its command, and the answer that is printed below it. */
const sections = [
  ...document.matchAll(/^### (\d+\. .*)\n\n```sh\nbin\/pas (.*)\n```\n\n```text\n([^`]*)```/gm),
].map(([, heading = '', command = '', answer = '']) => ({ heading, command, answer }))

/** The words of a command line, of which those in single quotes are one. */
const words = (command: string): string[] =>
  [...command.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word)

/**
 * Matches the printed answer, and it with other times or other widths of columns. `…` is the rest of a
 * line, or of a word; on a line of its own it is any number of lines.
 */
function asGoodAs(answer: string): RegExp {
  const line = (text: string): string =>
    text === '…'
      ? '(?:.*\n)*'
      : `${text
          .split(/( +|…|\d{4}-\d\d-\d\dT[\d:.]+Z)/)
          .map((part) => {
            if (part === '…') return '.*'
            if (/^ +$/.test(part)) return ' +'
            if (/^\d{4}-\d\d-\d\dT/.test(part)) return '\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z'
            return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
          })
          .join('')}\n`
  return new RegExp(`^${answer.trimEnd().split('\n').map(line).join('')}$`)
}

describe('the first morning of docs/operations.md', () => {
  const prefix = `test-${randomBytes(6).toString('hex')}`
  let database: TestDatabase
  let folder: TestFolder
  let web: SmallWeb
  let proxy: ForwardProxy
  let redisConnection: Redis
  let cli: PasInProcess
  beforeAll(async () => {
    database = await createTestDatabase()
    folder = await createTestFolder()
    web = await startSmallWeb((_req, res) => void res.end())
    proxy = await startForwardProxy({ 'canary.test': '127.0.0.1' }, { tunnelPort: web.port })
    redisConnection = new Redis(testVariable('TEST_REDIS_URL'))
    const beat = JSON.stringify({ workerId: 'a', engine: 'chromium', version: '1' })
    await redisConnection.zadd(`${prefix}:${workerHeartbeatKey('chromium')}`, Date.now(), beat)
    cli = pasInProcess({
      DATABASE_URL: database.url,
      AUTH_URL: 'https://auth.example.com',
      REDIS_URL: testVariable('TEST_REDIS_URL'),
      REDIS_PREFIX: prefix,
      STORAGE_URL: folder.url,
      // This machine may have no network; a proxy that knows this name is one.
      OUTBOUND_PROXY: proxy.url,
      OUTBOUND_CANARY: 'canary.test',
      FONTCONFIG_FILE: process.env.FONTCONFIG_FILE ?? '',
      // Any program that prints its version can stand in for the browser.
      CHROMIUM_PATH: process.execPath,
    })
  })
  afterAll(async () => {
    await redisConnection.del(`${prefix}:${workerHeartbeatKey('chromium')}`)
    redisConnection.disconnect()
    await proxy.close()
    await web.close()
    await folder.close()
    await database.close()
  })

  it('has fifteen commands', () => {
    expect(sections.map(({ heading }) => Number.parseInt(heading))).toEqual(
      Array.from({ length: 15 }, (_, index) => index + 1),
    )
    expect(document.match(/^### \d+\. /gm)).toHaveLength(15)
  })

  it.each(sections)('$heading: `bin/pas $command` gives the printed answer', async ({ command, answer }) => {
    const { status, stdout, stderr } = await cli.pas(...words(command))
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout.replaceAll('\r\n', '\n')).toMatch(asGoodAs(answer))
  })
})
