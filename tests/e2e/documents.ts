import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createOauthApplication } from '@pas/accounts/create-oauth-application'
import { createUser } from '@pas/accounts/create-user'
import { systemClock } from '@pas/runtime/clock'
import { until } from '@pas/testing/until'
import { createVisitor } from '../../services/auth/tests/visitor'
import { api, auth, certificate, folder, services, web } from './partner-stack'

const repository = path.resolve(__dirname, '../..')
const callback = 'https://localhost:8449/callback?tenant=7'
const person = {
  email: 'dana@example.test',
  firstName: 'Dana',
  lastName: 'Demo',
  password: 'a long password',
}
const hasCurl = spawnSync('curl', ['--version']).status === 0

/** A shell block of a document, with the block of JSON that follows it. */
interface Step {
  command: string
  /** Without the lines of an ellipsis; null when no JSON follows. */
  answer: Record<string, unknown> | null
}

/** The shell blocks of a document's part, in order. */
const stepsOf = (markdown: string): Step[] =>
  [...markdown.matchAll(/```sh\n([^]*?)```(?:\n\n```json\n([^]*?)```)?/g)].map(
    ([, command = '', answer]) => ({
      command,
      answer: answer === undefined ? null : asRecord(JSON.parse(answer.replace(/,\s*…/g, ''))),
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
const skipped = hasCurl ? '' : ' (skipped: curl is not on PATH)'

/** `.run/stack.json` in the folder describes the services. */
describe('the commands of a document, run as printed beside a stack, answer with what it shows:', () => {
  let user: { id: number }

  beforeAll(async () => {
    const deps = { db: services.database.db, clock: systemClock }
    const { accountId } = services
    user = await createUser(deps, { accountId, ...person })
    const application = { accountId, name: 'You', callbackUris: [callback] }
    const { clientId, clientSecret } = await createOauthApplication(deps, application)
    const stack = {
      ...{ auth_url: auth.url, api_url: api.url, instant_url: `${api.url}/v1` },
      ca_file: certificate.caFile,
      demo: {
        ...{ client_id: clientId, client_secret: clientSecret, callback },
        ...{ api_key: services.apiKey, assets_url: web.url },
      },
    }
    mkdirSync(path.join(folder.path, '.run'))
    writeFileSync(path.join(folder.path, '.run', 'stack.json'), JSON.stringify(stack))
    symlinkSync(path.join(repository, 'examples'), path.join(folder.path, 'examples'))
  })

  /** Runs the steps in one shell; `typeFor` is what a person types when a command reads a line. */
  async function runSteps(
    steps: readonly Step[],
    typeFor: (printedBefore: string) => Promise<string> = () => Promise.reject(new Error('nothing to type')),
  ): Promise<Map<string, string>> {
    const shell = startShell(folder.path)
    const printed = new Map<string, string>()
    let last = ''
    for (const { command, answer } of steps) {
      last = await shell.run(command, command.startsWith('read ') ? await typeFor(last) : undefined)
      printed.set(command, last)
      if (answer === null) continue
      const members = Object.keys(asRecord(JSON.parse(last)))
      expect({ command, members }).toEqual({ command, members: Object.keys(answer) })
    }
    shell.end()
    return printed
  }

  /** The address to which the browser of a person who signs in and agrees is redirected in the end. */
  async function agree(authorizeUrl: string): Promise<string> {
    const visitor = createVisitor({ url: auth.url, ca: readFileSync(certificate.caFile, 'utf8') })
    await visitor.signIn({ ...user, ...person, accountId: services.accountId })
    await visitor.get(authorizeUrl.slice(auth.url.length))
    const approved = await visitor.post('/oauth/consent', {
      form_token: visitor.field('form_token'),
      request: visitor.field('request'),
      decision: 'approve',
    })
    await visitor.close()
    return approved.headers.get('location') ?? ''
  }

  testWithCurl(`docs/partners.md, from its first line to revocation${skipped}`, async () => {
    const steps = stepsOf(readFileSync(path.join(repository, 'docs/partners.md'), 'utf8'))
    expect(steps.filter(({ answer }) => answer !== null).length).toBeGreaterThanOrEqual(7)
    let back = ''
    const printed = await runSteps(steps, async (authorizeUrl) => (back = await agree(authorizeUrl.trim())))
    expect(new URL(back).searchParams.get('tenant')).toBe('7')
    expect([...printed.values()]).toContain('state is ours\n')
    const { tokenFamily } = services.database.db
    const ofUser = { userId: user.id }
    expect(await tokenFamily.count({ where: ofUser })).toBe(1)
    expect(await tokenFamily.count({ where: { ...ofUser, revokedAt: null } })).toBe(0)
  })

  it('examples/webhook-receiver/run.mjs, until its webhook is deleted', async () => {
    const { webhook } = services.database.db
    const example = path.join(repository, 'examples/webhook-receiver/run.mjs')
    const running = spawn(process.execPath, [example], {
      env: { PATH: process.env.PATH, PAS_HOME: path.join(folder.path, '.run') },
    })
    let printed = ''
    for (const stream of [running.stdout, running.stderr])
      stream.on('data', (part: Buffer) => (printed += part.toString()))
    await until('it prints that all is finished', () => [
      printed.includes('"type":"email.previews_finished"') &&
        printed.includes('"type":"email.checks_finished"') &&
        printed.split('"type":"preview.captured"').length === 4,
      printed,
    ])
    expect(await webhook.count()).toBe(1)
    running.kill('SIGTERM')
    await until('its webhook is deleted', async () => (await webhook.count()) === 0)
  })

  testWithCurl(
    `README.md, its walk from an email to its picture, what is wrong and what changed${skipped}`,
    async () => {
      const readme = readFileSync(path.join(repository, 'README.md'), 'utf8')
      const steps = stepsOf(/## A walk with curl\n([^]*?)\n## /.exec(readme)?.[1] ?? '')
      expect(steps.filter(({ answer }) => answer !== null).length).toBeGreaterThanOrEqual(5)
      const printed = [...(await runSteps(steps)).values()].join('\n')
      expect(printed).toMatch(/^HTTP\/1.1 301 .*^location: https:.*\/full.png/ims)
      const picture = readFileSync(path.join(folder.path, '.run/outlook.png'))
      expect(picture.subarray(1, 4).toString()).toBe('PNG')
      expect(printed).toContain('"what":"border-radius"')
      expect([...new Set(web.requests)].sort()).toEqual(
        ['meteor', 'moon', 'saturn', 'sky'].map((name) => `GET /night-${name}.png`),
      )
    },
  )
})
