import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '@pas/testing/free-port'
import { isLongRun } from '@pas/testing/long-run'
import { postEmail } from '@pas/testing/post-email'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { until } from '@pas/testing/until'
import { readEvents, type EventReader } from '../../services/api/tests/read-events'
import { createServices, type ServiceProcess, type Services } from './start-services'

const folderOfNginx = process.env.TEST_NGINX
const why = folderOfNginx ? '' : ' (skipped: nginx could not be downloaded from Debian)'
const describeNginx = folderOfNginx ? describe : describe.skip

/** Longer than nginx's default `proxy_read_timeout` of 60 s. */
const longMs = 70_000

describeNginx(`the event stream behind nginx with its defaults${why}`, () => {
  let folder: TestFolder
  let services: Services
  let api: ServiceProcess
  let nginx: ChildProcess
  let url: string
  let reader: EventReader | undefined

  beforeAll(async () => {
    folder = await createTestFolder()
    services = await createServices()
    api = await services.startApi()
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    const file = path.join(folder.path, 'nginx.conf')
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${path.join(folder.path, name)};`,
    )
    writeFileSync(
      file,
      `daemon off; pid ${path.join(folder.path, 'pid')}; error_log stderr; events {}
       http { access_log off; ${temporary.join(' ')}
         server { listen 127.0.0.1:${port}; location / { proxy_pass ${api.url}; proxy_set_header X-Forwarded-Proto https; } } }`,
    )
    nginx = spawn(path.join(folderOfNginx ?? '', 'nginx'), ['-e', 'stderr', '-p', folder.path, '-c', file], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await until(
      'nginx answers',
      async () => (await fetch(`${url}/v1/clients`).catch(() => null))?.ok ?? false,
    )
  })
  afterAll(async () => {
    reader?.close()
    nginx?.kill()
    if (nginx?.exitCode === null) await once(nginx, 'exit')
    await services?.close()
    await folder?.close()
  })

  it(`passes on each event at once${isLongRun ? ', and does not cut off a stream on which nothing happens' : ''}`, async () => {
    const headers = {
      'Content-Type': 'application/json',
      Authorization: `Basic ${Buffer.from(`${services.apiKey}:`).toString('base64')}`,
    }
    const guid = await postEmail(`${url}/v1`, services.apiKey, { plain_text: 'x' })
    reader = await readEvents(`${url}/v1/emails/${guid}/events`)
    await reader.untilCount(1)
    const startedAt = performance.now()
    if (isLongRun)
      await until(
        'nothing happened for longer than nginx waits',
        () => performance.now() - startedAt > longMs,
      )
    expect(reader.isEnded()).toBe(false)
    await fetch(`${url}/v1/emails/${guid}/previews/prefetch`, {
      method: 'POST',
      headers,
      body: '{"configurations":[{"client":"PLAINTEXT"}]}',
    })
    expect((await reader.untilCount(2)).map(({ name }) => name)).toEqual(['snapshot', 'added'])
    await fetch(`${url}/v1/emails/${guid}`, { method: 'DELETE', headers })
    expect((await reader.untilCount(3)).at(-1)?.name).toBe('gone')
  }, 200_000)
})
