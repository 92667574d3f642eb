import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createTestFolder } from '@pas/testing/test-folder'
import { until } from '@pas/testing/until'
import { request } from 'undici'
import { bundleClient } from '../../../tools/release/src/client/bundle-client'
import {
  confined,
  imageOf,
  logOf,
  newApiKey,
  partnerOf,
  ports,
  publish,
  removeAll,
  runToEnd,
  stateOf,
  trusting,
  untilReady,
} from './one-container'
import { describeContainers, docker, runInside, summary } from './stack'

const name = 'pas-test-form'
const network = 'pas-test-job'
const html = '<body><h1>Spring sale</h1></body>'
/** An email client of each engine. */
const oneOfEach = ['CHROMEGMAILNEW', 'PLAINTEXT', 'APPMAIL16', 'FFGMAILNEW', 'THUNDERBIRDLATEST', 'ROUNDCUBE']
const mounting = ['--security-opt', 'systempaths=unconfined', '--security-opt', 'apparmor=unconfined']

describeContainers('the all-in-one image, started otherwise', () => {
  const clean = async (): Promise<void> => {
    await removeAll(name)
    await runInside(
      'sh',
      '-c',
      `docker network rm ${network} >/dev/null 2>&1; docker volume rm --force ${name}`,
    )
  }
  beforeEach(clean)
  afterAll(clean)

  it('does not start without a sandbox for its browser, and says which option gives one', async () => {
    const { code, log } = await runToEnd(imageOf('test'))
    expect([code, log]).toEqual([1, expect.stringContaining("'--security-opt seccomp=unconfined'")])
    expect(log).not.toContain('starting the stores')
  })

  it('starts without one where ALLOW_UNSANDBOXED=1 says so, and warns', async () => {
    await docker('run', '--detach', '--name', name, '--env', 'ALLOW_UNSANDBOXED=1', imageOf('test'))
    await untilReady(name)
    expect(await logOf(name)).toContain("WARNING: untrusted email is drawn without the browser's sandbox")
  }, 180_000)

  it('names the option that a root which cannot be written lacks', async () => {
    const { code, log } = await runToEnd(
      '--read-only',
      '--security-opt',
      'seccomp=unconfined',
      imageOf('test'),
    )
    expect([code, log]).toEqual([1, expect.stringContaining("needs '--tmpfs /tmp:exec'")])
  })

  it.each(['https://localhost', 'http://localhost:8443', 'https://{host}.example.com'])(
    'refuses PUBLIC_URL=%s',
    async (url) => {
      const { code, log } = await runToEnd('--env', `PUBLIC_URL=${url}`, imageOf('test'))
      expect([code, log]).toEqual([1, expect.stringContaining('PUBLIC_URL: must be https://HOST:PORT')])
    },
  )

  // As GitHub's runner does it: actions/runner, src/Runner.Worker/Container/DockerCommandManager.cs.
  it('is a service container of CI: made with an options string, found by its alias, with no file of the clone', async () => {
    const apiKey = newApiKey()
    const options = '--security-opt seccomp=unconfined --health-interval 2s'.split(' ')
    await docker('network', 'create', network)
    await docker(
      ...[
        'create',
        '--name',
        name,
        '--network',
        network,
        '--network-alias',
        'pas',
        '-p',
        '8443:8443',
        ...options,
      ],
      ...['-e', 'PUBLIC_URL=https://pas:8443', '-e', `FIRST_API_KEY=${apiKey}`, imageOf('test')],
    )
    const startedAt = performance.now()
    await docker('start', name)
    const format = '{{if .Config.Healthcheck}}{{print .State.Health.Status}}{{end}}'
    await until('the service is healthy', async () => [
      (await stateOf(name, format)) === 'healthy',
      await logOf(name),
    ])
    summary(
      `all-in-one: healthy ${((performance.now() - startedAt) / 1000).toFixed(1)} s after CI started it`,
    )
    const ca = await docker('exec', name, 'cat', '/data/tls/ca.pem')
    const variables = { CA: ca, PAS_KEY: apiKey, PAS_URL: 'https://pas:8444/v1', COMMAND: await pasCheck() }
    const env = Object.entries(variables).flatMap(([name, value]) => ['--env', `${name}=${value}`])
    // The job's own container: any with Node.
    const inJob = (program: string, ...script: string[]): Promise<string> =>
      docker('run', '--rm', '--network', network, '--entrypoint', program, ...env, imageOf('test'), ...script)
    const seen: unknown = JSON.parse(await inJob('node', '--eval', partnerScript))
    expect(seen).toEqual({ created: 200, preview: 301, host: 'pas:8445', picture: [200, 'image/png'] })
    const told = await inJob('sh', '-c', checkScript)
    expect(told).toMatch(
      /images\/no-alt\n[^]*\n1 of 2 emails: [^\n]*\nlint 1\n[^]*\n1 of 2 emails [^\n]*\ncompare 1\n$/,
    )
  }, 240_000)

  it('serves plain HTTP to a proxy that ends TLS, and names its services by their host names', async () => {
    const apiKey = newApiKey()
    const variables = [
      'PUBLIC_URL=https://{service}.example.com',
      'TRUST_PROXY=172.16.0.0/12',
      `FIRST_API_KEY=${apiKey}`,
    ]
    const env = variables.flatMap((one) => ['--env', one])
    await docker('run', '--detach', '--name', name, ...publish, ...confined, ...env, imageOf('test'))
    await untilReady(name)
    const headers = { 'X-Forwarded-Proto': 'https', Authorization: `Basic ${btoa(`${apiKey}:`)}` }
    const created = await request(`http://127.0.0.1:${ports.api}/v1/emails`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ html_text: html }),
    })
    const { email_guid: guid } = (await created.body.json()) as { email_guid: string }
    const preview = await request(
      `http://127.0.0.1:${ports.api}/v1/emails/${guid}/previews/CHROMEGMAILNEW/full`,
      {
        headers,
      },
    )
    expect([preview.statusCode, preview.headers.location]).toEqual([
      301,
      expect.stringMatching(/^https:\/\/images\.example\.com\/captures\//),
    ])
    expect(await logOf(name)).toContain('https://auth.example.com/password/choose?link=')
    await docker('exec', name, 'node', 'tools/stack/dist/image/health.js')
  }, 180_000)

  it('with all engines draws by each of them, and says which options their sandboxes need', async () => {
    const { code, log } = await runToEnd('--security-opt', 'seccomp=unconfined', imageOf('test-all'))
    expect([code, log]).toEqual([1, expect.stringContaining("'--security-opt systempaths=unconfined")])
    const apiKey = newApiKey()
    const env = ['--env', `FIRST_API_KEY=${apiKey}`]
    const options = [...publish, ...confined, ...mounting, ...env]
    await docker('run', '--detach', '--name', name, ...options, imageOf('test-all'))
    summary(`all-in-one with all engines: ready in ${((await untilReady(name)) / 1000).toFixed(1)} s`)
    const partner = partnerOf(await trusting(name), apiKey)
    const guid = await partner.post({ html_text: html, plain_text: 'Half price.' })
    for (const code of oneOfEach) expect((await partner.picture(guid, code)).length).toBeGreaterThan(500)
  }, 300_000)

  it('goes on with the volume of the image of the commit before', async () => {
    const before = await runInside(
      'sh',
      '-c',
      `docker image inspect ${imageOf('before')} >/dev/null 2>&1; echo $?`,
    )
    if (before.trim() !== '0') {
      summary('all-in-one: upgrade skipped: the commit before has no such image')
      return
    }
    const apiKey = newApiKey()
    const options = [...publish, ...confined, '--volume', `${name}:/data`, '--env', `FIRST_API_KEY=${apiKey}`]
    await docker('run', '--detach', '--name', name, ...options, imageOf('before'))
    await untilReady(name)
    const old = partnerOf(await trusting(name), apiKey)
    const guid = await old.post({ html_text: html })
    const picture = await old.picture(guid)
    await docker('stop', name)
    await docker('rm', name)
    await docker('run', '--detach', '--name', name, ...options, imageOf('test'))
    await untilReady(name)
    const partner = partnerOf(await trusting(name), apiKey)
    expect((await partner.picture(guid)).equals(picture)).toBe(true)
  }, 300_000)
})

async function pasCheck(): Promise<string> {
  const folder = await createTestFolder()
  try {
    await bundleClient(path.resolve(__dirname, '../../..'), '1.0.0', folder.path)
    return readFileSync(path.join(folder.path, 'pas-check.mjs'), 'utf8')
  } finally {
    await folder.close()
  }
}

const checkScript = `
  mkdir -p /tmp/job/base /tmp/job/head && cd /tmp/job
  printf %s "$COMMAND" > pas-check.mjs && printf %s "$CA" > ca.pem
  echo '<p>Hello</p>' | tee base/same.html > head/same.html
  echo '<p>Sale<img src="https://x.example/a.png"></p>' > base/sale.html
  echo '<p>Sold<img src="https://x.example/a.png"></p>' > head/sale.html
  export PAS_CA=ca.pem
  node pas-check.mjs lint 'head/*.html' --only images; echo "lint $?"
  node pas-check.mjs compare base head --clients CHROMEGMAILNEW; echo "compare $?"`

/** Posts an email and gets its preview, in the way of a partner that knows only the API, and the CA. */
const partnerScript = `
  const https = require('node:https')
  const ask = (url, { body, ...options } = {}) => new Promise((resolve, reject) =>
    https.request(url, { ca: process.env.CA, ...options }, (answer) => {
      const parts = []
      answer.on('data', (part) => parts.push(part)).on('end', () => resolve({ ...answer, status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }))
    }).on('error', reject).end(body))
  const main = async () => {
    const headers = { Authorization: 'Basic ' + btoa(process.env.PAS_KEY + ':'), 'Content-Type': 'application/json' }
    const created = await ask('https://pas:8444/v1/emails', { method: 'POST', headers, body: '{"html_text":"<h1>CI</h1>"}' })
    const guid = JSON.parse(created.body).email_guid
    const preview = await ask('https://pas:8444/v1/emails/' + guid + '/previews/CHROMEGMAILNEW/full')
    const picture = await ask(preview.headers.location)
    console.log(JSON.stringify({ created: created.status, preview: preview.status, host: new URL(preview.headers.location).host,
      picture: [picture.status, picture.headers['content-type']] }))
  }
  main()`
