import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createOauthApplication } from '@pas/accounts/create-oauth-application'
import { createUser } from '@pas/accounts/create-user'
import { systemClock } from '@pas/runtime/clock'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { until } from '@pas/testing/until'
import { createVisitor } from '../../services/auth/tests/visitor'
import { createServices, type Services } from './start-services'
import { createTestCertificate } from './test-certificate'

const page = readFileSync(path.resolve(__dirname, '../../docs/partners.md'), 'utf8')
const callback = 'https://localhost:8449/callback?tenant=7'
const person = {
  email: 'dana@example.test',
  firstName: 'Dana',
  lastName: 'Demo',
  password: 'a long password',
}
const hasCurl = spawnSync('curl', ['--version']).status === 0

/** The shell blocks of the page, in order, each with the JSON block that follows it. */
const steps = [...page.matchAll(/```sh\n([^]*?)```(?:\n\n```json\n([^]*?)```)?/g)].map(
  ([, command = '', answer]) => ({
    command,
    answer: answer === undefined ? null : asRecord(JSON.parse(answer)),
  }),
)

/** The answer itself, or the first entry of an answer that is a list. */
function asRecord(answer: unknown): Record<string, unknown> {
  return (Array.isArray(answer) ? answer[0] : answer) as Record<string, unknown>
}

/** One shell that runs commands as a person types them. */
function startShell(folder: string): { run(command: string, typed?: string): Promise<string>; end(): void } {
  const shell: ChildProcessWithoutNullStreams = spawn('bash', ['--norc'], {
    cwd: folder,
    env: { PATH: process.env.PATH },
  })
  let printed = ''
  for (const stream of [shell.stdout, shell.stderr])
    stream.on('data', (part: Buffer) => (printed += part.toString()))
  return {
    // `typed` is a line that the command reads from the terminal.
    async run(command, typed) {
      printed = ''
      const lines = command.trimEnd().split('\n')
      const typing = typed === undefined ? lines : [lines[0], typed, ...lines.slice(1)]
      shell.stdin.write(`${typing.join('\n')}\necho "<end>"\n`)
      await until(`the shell has run: ${command}`, () => [printed.endsWith('<end>\n'), printed])
      return printed.slice(0, -'<end>\n'.length)
    },
    end: () => shell.stdin.end(),
  }
}

const testWithCurl = hasCurl ? it : it.skip

describe('docs/partners.md', () => {
  let folder: TestFolder
  let services: Services

  beforeAll(async () => {
    folder = await createTestFolder()
  })
  afterAll(async () => {
    await services?.close()
    await folder.close()
  })

  testWithCurl(
    `runs as printed beside a stack, and answers with the members that it shows${hasCurl ? '' : ' (skipped: curl is not on PATH)'}`,
    async () => {
      const certificate = await createTestCertificate(folder.path)
      services = await createServices({}, certificate)
      const [auth, api] = await Promise.all([services.startAuth(), services.startApi()])
      const deps = { db: services.database.db, clock: systemClock }
      const { accountId } = services
      const user = await createUser(deps, { accountId, ...person })
      const { clientId, clientSecret } = await createOauthApplication(deps, {
        accountId,
        name: 'You',
        callbackUris: [callback],
      })
      const stack = {
        ...{ auth_url: auth.url, api_url: api.url, instant_url: `${api.url}/v1` },
        ca_file: certificate.caFile,
        demo: { client_id: clientId, client_secret: clientSecret, callback },
      }
      mkdirSync(path.join(folder.path, '.run'))
      writeFileSync(path.join(folder.path, '.run', 'stack.json'), JSON.stringify(stack))

      /** Where the browser of a person who signs in and agrees is redirected in the end. */
      const agree = async (authorizeUrl: string): Promise<string> => {
        const visitor = createVisitor({ url: auth.url, ca: readFileSync(certificate.caFile, 'utf8') })
        await visitor.signIn({ ...user, ...person, accountId })
        await visitor.get(authorizeUrl.slice(auth.url.length))
        const approved = await visitor.post('/oauth/consent', {
          form_token: visitor.field('form_token'),
          request: visitor.field('request'),
          decision: 'approve',
        })
        await visitor.close()
        return approved.headers.get('location') ?? ''
      }

      const shell = startShell(folder.path)
      let lastPrinted = ''
      expect(steps.filter(({ answer }) => answer !== null).length).toBeGreaterThanOrEqual(7)
      for (const { command, answer } of steps) {
        const isPasting = command.startsWith('read ')
        const back = isPasting ? await agree(lastPrinted.trim()) : undefined
        lastPrinted = await shell.run(command, back)
        if (isPasting) {
          expect(new URL(back ?? '').searchParams.get('tenant')).toBe('7')
          expect(lastPrinted).toBe('state is ours\n')
        }
        if (answer === null) continue
        const got = asRecord(JSON.parse(lastPrinted))
        expect({ command, members: Object.keys(got) }).toEqual({ command, members: Object.keys(answer) })
      }
      shell.end()
      expect(await services.database.db.tokenFamily.count()).toBe(1)
      expect(await services.database.db.tokenFamily.count({ where: { revokedAt: null } })).toBe(0)
    },
  )
})
