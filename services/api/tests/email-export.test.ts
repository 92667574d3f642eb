import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { crc32, deflateSync } from 'node:zlib'
import { createApiKey } from '@pas/accounts/create-api-key'
import { revokeApiKey } from '@pas/accounts/revoke-api-key'
import { pictureKey } from '@pas/captures/storage-keys'
import { emailClients } from '@pas/email-clients/catalogue'
import { isLongRun } from '@pas/testing/long-run'
import { capturedColumns } from '@pas/testing/preview-columns'
import { createTestFolder } from '@pas/testing/test-folder'
import { testVariable } from '@pas/testing/test-environment'
import { until } from '@pas/testing/until'
import { chromium } from 'playwright'
import { insertPreview } from './add-preview'
import { addAccount } from './post-json'
import { postEmail, startApi, type TestApi } from './start-api'

const run = promisify(execFile)

/** A grey PNG of 600 × 800 pixels. */
function grayPicture(): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const typed = Buffer.concat([Buffer.from(type), data])
    const framed = Buffer.alloc(data.length + 12)
    framed.writeUInt32BE(data.length)
    typed.copy(framed, 4)
    framed.writeUInt32BE(crc32(typed), data.length + 8)
    return framed
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(600)
  header.writeUInt32BE(800, 4)
  header[8] = 8
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const pixels = deflateSync(Buffer.alloc(800 * 601, 0x99).map((value, at) => (at % 601 === 0 ? 0 : value)))
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('GET /emails/{guid}/export.zip', () => {
  let api: TestApi
  let folder: Awaited<ReturnType<typeof createTestFolder>>
  beforeAll(async () => {
    api = await startApi()
    folder = await createTestFolder()
  })
  afterAll(async () => {
    await api.close()
    await folder.close()
  })

  const get = (guid: string, rest = '', init: RequestInit = {}): Promise<Response> =>
    fetch(`${api.url}/emails/${guid}/export.zip${rest}`, { headers: api.headers, ...init })

  /** Adds captured previews of the first codes of the catalogue, each with this picture in storage. */
  async function addPictures(guid: string, count: number, picture: Buffer, to = api): Promise<string[]> {
    const addresses = emailClients
      .flatMap(({ code, orientationOptions, imagesOptions }) =>
        orientationOptions.flatMap((orientation) =>
          imagesOptions.map((images) => ({ emailClient: code, orientation, images })),
        ),
      )
      .slice(0, count)
    const rows = await Promise.all(
      addresses.map((address) => insertPreview(to, guid, { ...capturedColumns(to.clock.now()), ...address })),
    )
    for (const row of rows) await to.storage.put(pictureKey(row, 'full'), picture, 'image/png')
    return rows.map(({ imageToken }) => imageToken)
  }

  /** Unpacks an answer into a folder of its own, with the ZIP file's checksums verified. */
  async function unpack(response: Response, name: string): Promise<string> {
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
    const target = path.join(folder.path, name)
    await mkdir(target)
    const file = `${target}.zip`
    await writeFile(file, Buffer.from(await response.arrayBuffer()))
    await run('unzip', ['-tq', file])
    await run('unzip', ['-q', file, '-d', target])
    return target
  }

  it('is a ZIP file whose page shows the pictures from a disk, and puts nothing of a hostile email into it but text', async () => {
    const guid = await postEmail(api, {
      html_text: '<p style="position:fixed">x</p>',
      subject: '</title><script>document.title="run"</script>\u202Egnirps',
      reference: '"><img src=x>',
    })
    const [, lost] = await addPictures(guid, 4, grayPicture())
    await api.storage.deletePrefix(`captures/${lost ?? ''}/`)
    const target = await unpack(await get(guid), 'shown')

    const browser = await chromium.launch({
      executablePath: testVariable('CHROMIUM_PATH'),
      chromiumSandbox: false,
    })
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
      const complaints: string[] = []
      page.on('console', (message) => complaints.push(message.text()))
      await page.goto(pathToFileURL(path.join(target, 'index.html')).href)
      expect(await page.title()).toBe('Email previews')
      expect(await page.locator('h1 bdi').textContent()).toContain('<script>')
      expect(await page.locator('script').count()).toBe(0)
      const widths = await page
        .locator('img')
        .evaluateAll((images) =>
          images.map((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
        )
      expect(widths).toEqual([600, 600, 600])
      expect(await page.getByText('its picture is lost').count()).toBe(1)
      expect(await page.locator('table').textContent()).toContain('position')
      expect(complaints).toEqual([])
      // On paper the pictures follow the heading: all of this fits on one page.
      const paper = (await page.pdf({ format: 'A4' })).toString('latin1')
      expect(paper.match(/\/Type \/Page\b/g)).toHaveLength(1)
    } finally {
      await browser.close()
    }
  })

  it('has the content and its changes for 48 hours, and the pictures afterwards', async () => {
    const guid = await postEmail(api, { html_text: '<p style="position:fixed">x</p>', plain_text: 'x' })
    await addPictures(guid, 2, grayPicture())
    const target = await unpack(await get(guid), 'young')
    const { stdout } = await run('find', ['.', '-type', 'f'], { cwd: target })
    const pictures = stdout.split('\n').filter((name) => name.startsWith('./pictures/'))
    expect(pictures.length).toBe(2)
    expect(
      stdout
        .split('\n')
        .filter((name) => !name.startsWith('./pictures/'))
        .sort(),
    ).toEqual([
      '',
      './changes.json',
      './checks.json',
      './checks.sarif',
      './index.html',
      './source/headers.json',
      './source/html.txt',
      './source/plain.txt',
    ])
    const readJson = async (name: string): Promise<unknown> =>
      JSON.parse(await readFile(path.join(target, name), 'utf8'))
    expect(await readJson('checks.json')).toMatchObject({ email_guid: guid, complete: true })
    expect(await readJson('checks.sarif')).toMatchObject({ version: '2.1.0', runs: [expect.anything()] })
    // Nothing is measured for it.
    expect(await api.db.emailCheck.count({ where: { emailId: guid } })).toBe(0)
    await api.db.email.update({ where: { id: guid }, data: { contentErasedAt: api.clock.now() } })
    const old = await run('find', ['.', '-type', 'f'], { cwd: await unpack(await get(guid), 'old') })
    expect(old.stdout.split('\n').sort()).toEqual(['', './index.html', ...pictures].sort())
  })

  it('takes email clients, names a misspelt one, and answers HEAD without the file', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    await addPictures(guid, 3, grayPicture())
    const [first] = emailClients
    const target = await unpack(await get(guid, `?client=${first?.code ?? ''}`), 'one')
    const { stdout } = await run('ls', ['pictures'], { cwd: target })
    expect(stdout).toMatch(new RegExp(`^(${first?.code ?? ''}-[a-z-]+\\.png\n)+$`))
    const misspelt = await get(guid, '?client=PLAINTEX')
    expect([misspelt.status, ((await misspelt.json()) as { description: string }).description]).toEqual([
      400,
      expect.stringContaining('Did you mean PLAINTEXT'),
    ])
    const opened = jest.spyOn(api.storage, 'open')
    const head = await get(guid, '', { method: 'HEAD', headers: api.headers })
    // Any number of them may be under way, so that none may have the email in memory.
    expect(opened).not.toHaveBeenCalled()
    opened.mockRestore()
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  it('is 404 for another account, and 401 without credentials', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    const headers = await addAccount(api)
    expect((await get(guid, '', { headers })).status).toBe(404)
    expect((await get(guid, '', { headers: { 'X-Forwarded-Proto': 'https' } })).status).toBe(401)
  })

  it('holds 300 pictures and refuses more', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    await addPictures(guid, 301, Buffer.from('x'))
    const response = await get(guid)
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ description: expect.stringContaining('301 pictures') as string }),
    ])
  })

  it('makes one export of an account at a time, also beside a HEAD and after a caller hung up', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    // More than the sockets' buffers hold, so that the export waits for its reader.
    await addPictures(guid, 12, Buffer.alloc(4 * 1024 * 1024))
    const hangUp = new AbortController()
    const first = await get(guid, '', { signal: hangUp.signal })
    expect((await get(guid, '', { method: 'HEAD' })).status).toBe(200)
    const second = await get(guid)
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '10'])
    hangUp.abort()
    await first.body?.cancel().catch(() => undefined)
    await until('the next export begins', async () => {
      const third = await get(guid)
      await third.arrayBuffer()
      return third.status === 200
    })
  })

  it('is cut off once its credential is no longer valid, and not before', async () => {
    const watchful = await startApi({ exportCheckMs: 20 })
    const hangUp = new AbortController()
    try {
      const guid = await postEmail(watchful, { plain_text: 'x' })
      await addPictures(guid, 12, Buffer.alloc(4 * 1024 * 1024), watchful)
      const key = await createApiKey(watchful, { accountId: watchful.accountId })
      const revoked = { ...watchful.headers, Authorization: `Basic ${btoa(`${key}:`)}` }
      const url = `${watchful.url}/emails/${guid}/export.zip`
      const cutOff = await fetch(url, { headers: revoked, signal: hangUp.signal })
      expect(cutOff.status).toBe(200)
      await revokeApiKey(watchful, key.slice(0, 18))
      // One of the account at a time. Less than the time after which one that is not read is given up.
      let next: Response | undefined
      const begins = async (): Promise<boolean> => {
        next = await fetch(url, { headers: watchful.headers })
        return next.status === 200
      }
      await until('the next export begins', begins, 30_000)
      await expect(cutOff.arrayBuffer()).rejects.toThrow('terminated')
      expect((await next?.arrayBuffer())?.byteLength).toBeGreaterThan(12 * 4 * 1024 * 1024)
    } finally {
      hangUp.abort()
      await watchful.close()
    }
  })

  it('holds no more than a few pictures in memory', async () => {
    const guid = await postEmail(api, { plain_text: 'x' })
    const pictureBytes = (isLongRun ? 1024 : 512) * 1024
    await addPictures(guid, 300, Buffer.alloc(pictureBytes))
    const before = process.memoryUsage()
    const response = await get(guid)
    let most = 0
    let bytes = 0
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      bytes += chunk.length
      most = Math.max(most, process.memoryUsage().arrayBuffers - before.arrayBuffers)
    }
    expect(bytes).toBeGreaterThan(300 * pictureBytes)
    expect(most).toBeLessThan(100 * 1024 * 1024)
  })
})
