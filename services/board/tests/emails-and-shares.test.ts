import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { connect, type TLSSocket } from 'node:tls'
import { promisify } from 'node:util'
import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import { capturedColumns, failedColumns } from '@pas/testing/preview-columns'
import { startSmallWeb } from '@pas/testing/small-web'
import { createTestFolder } from '@pas/testing/test-folder'
import { until } from '@pas/testing/until'
import { FormData } from 'undici'
import { insertPreview } from '../../api/tests/add-preview'
import { startFakeMeasuring } from '../../api/tests/fake-measuring'
import { postJson } from '../../api/tests/post-json'
import { readEvents } from '../../api/tests/read-events'
import { postEmail, type TestApi } from '../../api/tests/start-api'
import type { Visitor } from '../../auth/tests/visitor'
import { startBoard, type SignedInVisitor, type TestBoard } from './start-board'

const servedEngines = ['text', 'chromium'] as const

describe('an email on the board', () => {
  let board: TestBoard
  let visitor: SignedInVisitor
  /** The API, with a key of the users' account. */
  let api: TestApi
  let guid: string

  beforeAll(async () => {
    board = await startBoard()
    visitor = await board.signIn()
    const { db, clock, accountId } = board.auth
    const apiKey = await createApiKey({ db, clock }, { accountId })
    const Authorization = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`
    api = { ...board.api, headers: { ...board.api.headers, Authorization } }
    for (const engine of servedEngines) await api.pretendServed(engine)
    guid = await postEmail(api, { html_text: '<p>Half price</p>', subject: 'Sale' })
  })
  afterAll(async () => {
    await visitor.close()
    await board.close()
  })

  const textAt = async (visited: Visitor, path: string): Promise<string> => (await visited.get(path)).text()

  /** Sends the form of an email's page of share links, and resolves to the answer's page. */
  async function share(fields: Record<string, string>): Promise<{ status: number; page: string }> {
    const path = `/emails/${guid}/shares`
    const answer = await visitor.board.submit(path, fields)
    return { status: answer.status, page: await answer.text() }
  }
  const linkIn = (page: string): string => /value="(https:\/\/board\.test\/s\/[\w-]+)"/.exec(page)?.[1] ?? ''

  describe('an event stream', () => {
    it('ends when its reader signs out in another tab', async () => {
      const own = await board.signIn(await board.auth.createUser())
      const stream = await own.board.get(`/emails/${guid}/events`, {
        headers: { Accept: 'text/event-stream' },
      })
      expect(stream.status).toBe(200)
      expect(stream.headers.get('cache-control')).toBe('no-store, no-transform')
      await own.board.submit('/signout', {}, '/')
      await expect(stream.text()).rejects.toThrow('terminated')
      await own.close()
    })
  })

  describe('an event stream of an email that strangers follow', () => {
    it('is open all the same, and names the email: the board sends its user’s token', async () => {
      const email = await postEmail(api, { plain_text: 'x', reference: 'campaign-17' })
      const strangers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          readEvents(`${api.url}/emails/${email}/events`, { 'X-Forwarded-For': `192.0.2.${index % 2}` }),
        ),
      )
      expect(strangers.map(({ status }) => status)).toEqual(Array(20).fill(200))
      const own = await board.signIn()
      const stream = await own.board.get(`/emails/${email}/events`, {
        headers: { Accept: 'text/event-stream' },
      })
      expect(stream.status).toBe(200)
      const reader = stream.body?.getReader()
      const first = await reader?.read()
      expect(Buffer.from(first?.value as Uint8Array).toString()).toContain('"reference":"campaign-17"')
      await reader?.cancel()
      for (const stranger of strangers) stranger.close()
      await own.close()
    })
  })

  describe('an upload', () => {
    it('with more fields than any form of the board is refused', async () => {
      await visitor.board.get('/')
      const form = new FormData()
      form.append('form_token', visitor.board.field('form_token'))
      for (let number = 0; number < 1_000; number++) form.append('client', 'PLAINTEXT')
      const answer = await visitor.board.get('/emails', {
        method: 'POST',
        body: form,
        headers: { Origin: board.url },
      })
      expect(answer.status).toBe(413)
    })

    const mebibyte = 1024 * 1024
    const sockets: TLSSocket[] = []
    afterEach(() => {
      for (const socket of sockets.splice(0)) socket.destroy()
    })

    /** Announces a form of almost 16 MiB, sends the beginning of it, and resolves once the board reads it. */
    async function beginUpload(
      { board: { cookies } }: SignedInVisitor,
      beginning: string,
    ): Promise<TLSSocket> {
      const socket = connect({ host: 'localhost', port: Number(new URL(board.url).port), ca: board.auth.ca })
      sockets.push(socket)
      socket.on('error', () => undefined)
      const head = [
        'POST /emails HTTP/1.1',
        'Host: localhost',
        `Cookie: ${[...cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
        'Content-Type: multipart/form-data; boundary=x',
        `Content-Length: ${15.5 * mebibyte}`,
        'Expect: 100-continue',
        '\r\n',
      ].join('\r\n')
      socket.write(head)
      const [answer] = (await once(socket, 'data')) as [Buffer]
      expect(answer.toString()).toContain('100 Continue')
      socket.write(beginning)
      return socket
    }
    const fieldOf = (bytes: number): string =>
      `--x\r\nContent-Disposition: form-data; name="source"\r\n\r\n${'y'.repeat(bytes)}`
    /** The status of a form without a token, 403 once it was read. */
    async function statusOfUpload({ board: browser }: SignedInVisitor, bytes: number): Promise<number> {
      const { status } = await browser.get('/emails', {
        method: 'POST',
        body: `${fieldOf(bytes)}\r\n--x--`,
        headers: { Origin: board.url, 'Content-Type': 'multipart/form-data; boundary=x' },
      })
      return status
    }

    it('counts what has arrived: forms that are announced and do not come keep nobody out', async () => {
      const other = await board.signIn(await board.auth.createUser())
      for (let number = 0; number < 4; number++) await beginUpload(visitor, '--x\r\n')
      for (const uploader of [other, visitor]) expect(await statusOfUpload(uploader, 10 * mebibyte)).toBe(403)
      await other.close()
    })

    it('takes its user’s share, which leaves room for those of others, until its sender hangs up', async () => {
      const other = await board.signIn(await board.auth.createUser())
      let held = await beginUpload(visitor, fieldOf(15 * mebibyte))
      // So that the form is not given up, as one is that stops coming.
      const trickle = setInterval(() => held.write('y'.repeat(1_000)), 1_000)
      await until('the user’s share is used up', async () => {
        // The other one arrived first, so that this one exceeded the share.
        if (held.destroyed) held = await beginUpload(visitor, fieldOf(15 * mebibyte))
        const status = await statusOfUpload(visitor, 2 * mebibyte)
        return [status === 429, status]
      })
      expect(await statusOfUpload(other, 10 * mebibyte)).toBe(403)
      clearInterval(trickle)
      held.destroy()
      await until('an upload finds room', async () => {
        const status = await statusOfUpload(visitor, 15 * mebibyte)
        return [status === 403, status]
      })
      await other.close()
    })
  })

  it('can be the test card, which is saved with the address at which this board has its remote pictures', async () => {
    const card = await textAt(visitor.board, '/test-card.eml')
    const address = /https:[^"]*test-card-remote\.png/.exec(card)?.[0] ?? ''
    expect(address).toBe(`${board.url}/assets/test-card-remote.png`)
    expect((await visitor.board.get(new URL(address).pathname)).headers.get('content-type')).toBe('image/png')
  })

  it('is downloaded as a ZIP file in the language of its reader', async () => {
    const answer = await visitor.board.get(`/emails/${guid}/export.zip`, {
      headers: { 'Accept-Language': 'de-AT' },
    })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
    const folder = await createTestFolder()
    const file = path.join(folder.path, 'email.zip')
    await writeFile(file, Buffer.from(await answer.arrayBuffer()))
    const { stdout } = await promisify(execFile)('unzip', ['-p', file, 'index.html'])
    await folder.close()
    expect(stdout).toContain('<html lang="de">')
  })

  it('has a small picture in the list, whose absence no browser caches', async () => {
    const email = await postEmail(api, { html_text: '<p>New</p>' })
    const { id, imageToken } = await insertPreview(api, email)
    const ask = () => visitor.board.get(`/emails/${email}/thumb`)
    const missing = await ask()
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store'])
    await api.db.preview.update({ where: { id }, data: capturedColumns(api.clock.now()) })
    const drawn = await ask()
    expect([drawn.status, drawn.headers.get('cache-control')]).toEqual([302, 'private, max-age=300'])
    expect(drawn.headers.get('location')).toContain(`${imageToken}/thumb.png`)
    // So the cached answer is not used for another user of the same browser.
    expect(drawn.headers.get('vary')).toContain('Cookie')
    const counts = await visitor.board.get(`/emails/${email}/change-counts?client=PLAINTEXT`)
    expect([counts.status, counts.headers.get('vary')]).toEqual([200, expect.stringContaining('Cookie')])
  })

  it('shows first what is seen of the changes, folds the rest, and counts what is seen', async () => {
    const email = await postEmail(api, {
      html_text: '<p style="mso-hide:all;position:fixed;-webkit-text-size-adjust:100%">x</p>',
    })
    const page = await (await visitor.board.get(`/emails/${email}/previews/CHROMEGMAILNEW`)).text()
    const [seen = '', ...folded] = page.slice(page.indexOf('What changed<')).split('<details class="folded">')
    expect(seen).toMatch(/position[^]*Instead:[^]*table cells/)
    expect(seen).not.toContain('mso-hide</bdi>')
    expect(folded.map((part) => /<summary>([^<]*)/.exec(part)?.[1])).toEqual([
      'Written for other email clients ',
      'Without a visible effect ',
    ])
    expect(folded[0]).toContain('mso-hide</bdi>')
    expect(folded[1]).toContain('-webkit-text-size-adjust</bdi>')
    const query = 'client=CHROMEGMAILNEW&client=ROUNDCUBE'
    const counts = await visitor.board.get(`/emails/${email}/change-counts?${query}`)
    const { CHROMEGMAILNEW: gmail, ROUNDCUBE: roundcube } = (await counts.json()) as Record<
      string,
      { number: number; isMeasured: boolean } | null
    >
    expect(roundcube).toBeNull()
    expect(gmail).toEqual({
      number: [...seen.matchAll(/<li class="change">/g)].length,
      isMeasured: false,
    })
    const program = await (await visitor.board.get(`/emails/${email}/previews/ROUNDCUBE`)).text()
    expect(program).toContain('Not computed: this is the program itself.')
    expect(program).not.toContain('changes nothing in this email')
  })

  it('folds all but the first of many changes that are seen, and counts all', async () => {
    const offsets = ['top', 'right', 'bottom', 'left'].map((side) => `${side}:1px`)
    const others = [
      'position:fixed',
      'transform:rotate(1deg)',
      'filter:blur(1px)',
      'clip-path:circle(9px)',
      'animation:x',
      'resize:both',
    ]
    const html_text = [...offsets, ...others, 'mix-blend-mode:darken', 'box-shadow:0 0 1px red']
      .map((style) => `<p style="${style}">x</p>`)
      .join('')
    const email = await postEmail(api, { html_text })
    const page = await (await visitor.board.get(`/emails/${email}/previews/CHROMEGMAILNEW`)).text()
    const [seen = '', rest = ''] = page.slice(page.indexOf('What changed<')).split('<details class="folded">')
    const countOf = (part: string): number => [...part.matchAll(/<li class="change">/g)].length
    const [, number] = /<summary>(\d+) more</.exec(rest) ?? []
    expect([countOf(seen), countOf(rest)]).toEqual([8, Number(number)])
    expect(Number(number)).toBeGreaterThan(1)
    expect(seen).toContain(`<span class="count">up to ${8 + Number(number)}</span>`)
  })

  it('names a shared email by the title of its HTML when it has no subject', async () => {
    const email = await postEmail(api, { html_text: '<title>The sky this week</title><p>x' })
    const page = await (await visitor.board.submit(`/emails/${email}/shares`, {})).text()
    const { pathname } = new URL(linkIn(page))
    expect(await textAt(board.createVisitor(), pathname)).toContain(
      '<bdi class="unnamed">The sky this week</bdi>',
    )
  })

  /** The first and the last line of a page of a source, and how many it has. */
  const linesOn = (page: string): [first: string | undefined, last: string | undefined, number: number] => {
    const ids = [...page.matchAll(/ id="L(\d+)"/g)].map(([, line]) => line)
    return [ids[0], ids.at(-1), ids.length]
  }

  describe('a long source', () => {
    /** 4,500 lines; each says its number. */
    const html_text = Array.from({ length: 4_500 }, (_, index) => `<p>line ${index + 1}</p>`).join('\r\n')
    const linkOn = (page: string, rel: 'prev' | 'next'): string =>
      (new RegExp(`rel="${rel}" href="([^"]+)"`).exec(page)?.[1] ?? '').replaceAll('&amp;', '&')

    let own: string
    let shared: string
    let stranger: Visitor
    beforeAll(async () => {
      const long = await postEmail(api, { html_text })
      own = `/emails/${long}/source`
      const answer = await visitor.board.submit(`/emails/${long}/shares`, { shows: 'source' })
      shared = `${new URL(linkIn(await answer.text())).pathname}?view=source`
      stranger = board.createVisitor()
    })
    afterAll(() => stranger.close())

    it.each([
      ['its owner', () => visitor.board, () => own],
      ['the reader of a share link', () => stranger, () => shared],
    ])('is shown to %s 2,000 lines at a time, with links to those before and after', async (_who, by, at) => {
      const first = await textAt(by(), at())
      expect(linesOn(first)).toEqual(['1', '2000', 2_000])
      expect([first.includes('Lines 1 to 2,000 of 4,500'), linkOn(first, 'prev')]).toEqual([true, ''])
      const second = await textAt(by(), linkOn(first, 'next'))
      expect(linesOn(second)).toEqual(['2001', '4000', 2_000])
      expect(second.includes('&lt;p&gt;line 2001&lt;/p&gt;')).toBe(true)
      const last = await textAt(by(), linkOn(second, 'next'))
      expect([linesOn(last), linkOn(last, 'next')]).toEqual([['4001', '4500', 500], ''])
      expect(linesOn(await textAt(by(), linkOn(last, 'prev')))).toEqual(['2001', '4000', 2_000])
    })

    it.each([
      ['its owner', () => visitor.board, () => `${own}?`],
      ['the reader of a share link', () => stranger, () => `${shared}&`],
    ])('is shown to %s at the line that an address names', async (_who, by, at) => {
      for (const [query, first] of [
        ['line=2000', '1'],
        ['line=2001', '2001'],
        ['line=4500', '4001'],
        ['line=99999', '4001'],
        ['page=99', '4001'],
        ['page=2&line=1', '2001'],
      ])
        expect([query, linesOn(await textAt(by(), at() + query))[0]]).toEqual([query, first])
      const marked = await textAt(by(), `${at()}line=2001`)
      expect(marked.includes('id="L2001" class="number hit"')).toBe(true)
    })
  })

  it('has pages for a source of a million lines, and for a line that is too long for one page', async () => {
    const lines = await postEmail(api, { html_text: `<p>${'\n'.repeat(1_000_000)}` })
    expect(linesOn(await textAt(visitor.board, `/emails/${lines}/source?line=1000001`))).toEqual([
      '1000001',
      '1000001',
      1,
    ])
    const long = await postEmail(api, {
      html_text: `<p>begun</p>\n<p>${'<'.repeat(1_200_000)}END</p>\n`,
    })
    const pages = await Promise.all(
      [1, 2, 3, 4, 5].map((page) => textAt(visitor.board, `/emails/${long}/source?page=${page}`)),
    )
    expect(pages.map((page) => page.split('&lt;').length > 1_000)).toEqual([false, true, true, true, true])
    expect(pages.map((page) => page.includes('id="L2"'))).toEqual([false, true, false, false, false])
    expect(pages.map((page) => page.includes('only its first MiB is shown'))).toEqual(Array(5).fill(true))
  })

  /** Starts a web server between a board and the API that answers requests for changes itself. */
  const startBetween = (answerChanges: (res: http.ServerResponse) => void) =>
    startSmallWeb((req, res) => {
      const { method, url = '', headers } = req
      if (url.includes('/changes')) answerChanges(res)
      else {
        const passed = http.request(new URL(url, board.api.url), { method, headers }, (answer) => {
          res.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(res)
        })
        req.pipe(passed)
        // Whoever asks may hang up first.
        passed.on('error', () => res.destroy())
        res.once('close', () => passed.destroy())
      }
    })

  it('shows its source, and says that changes are late, when the API has no time to work them out', async () => {
    const between = await startBetween((res) => res.writeHead(503).end())
    const calls = { ...board.config.calls, instantUrl: `${between.url}/v1` }
    const another = await board.startAnother({ calls })
    const marked = await postEmail(api, { html_text: '<p style="position: absolute">Marked</p>' })
    for (const emailClient of ['GMAILNEW', 'PLAINTEXT']) await insertPreview(api, marked, { emailClient })
    for (const query of ['', '?client=GMAILNEW']) {
      const path = `/emails/${marked}/source${query}`
      const late = await visitor.board.get(another.url + path)
      const page = await late.text()
      expect([late.status, page.includes('&gt;Marked&lt;')]).toEqual([200, true])
      expect(page).toContain('could not be worked out in time')
      expect(await textAt(visitor.board, path)).not.toContain('could not be worked out in time')
    }
    await another.close()
    await between.close()
  })

  it('shows as many long sources at a time as one user may have, and others theirs', async () => {
    const held: http.ServerResponse[] = []
    const between = await startBetween((res) => held.push(res))
    const calls = { ...board.config.calls, instantUrl: `${between.url}/v1` }
    const another = await board.startAnother({ calls })
    const other = await board.signIn(await board.auth.createUser())
    const long = await postEmail(api, { html_text: `<p>${'x'.repeat(9_000_000)}` })
    const ask = ({ board: browser }: SignedInVisitor, init = {}) =>
      browser.get(`${another.url}/emails/${long}/source?client=PLAINTEXT`, init)
    /** Resolves to the answer's status, or to 0 once the page waits for the email's changes. */
    const outcome = async (asked: ReturnType<typeof ask>): Promise<number> => {
      const before = held.length
      let status = 0
      void asked.then((answer) => (status = answer.status)).catch(() => undefined)
      await until('the page is refused or waits', () => status > 0 || held.length > before)
      return status
    }
    const hangUp = new AbortController()
    const first = ask(visitor, { signal: hangUp.signal })
    expect(await outcome(first)).toBe(0)
    hangUp.abort()
    await expect(first).rejects.toThrow('aborted')
    // The work for a user who hung up goes on in memory.
    expect(await outcome(ask(visitor))).toBe(429)
    const others = ask(other)
    expect(await outcome(others)).toBe(0)
    for (const changes of held.splice(0)) changes.writeHead(503).end()
    expect((await others).status).toBe(200)
    let again = ask(visitor)
    await until('a page finds room', async () => {
      const isMade = (await outcome(again)) === 0
      if (!isMade) again = ask(visitor)
      return isMade
    })
    for (const changes of held.splice(0)) changes.writeHead(503).end()
    expect((await again).status).toBe(200)
    await another.close()
    await other.close()
    await between.close()
  })

  describe('the list', () => {
    it('calls an email by its label, its subject, its title or its first words, with those beside', async () => {
      const untitled = await postEmail(api, { html_text: '<p>Words of the email alone</p>' })
      await postEmail(api, { html_text: '<title>Titled in HTML</title><p>First & foremost</p>' })
      await postEmail(api, { html_text: '<title>Unseen title</title><p>x', subject: 'Subject of it' })
      const named = await postEmail(api, { html_text: '<p>y', subject: 'Unseen subject' })
      const answer = await visitor.board.submit(`/emails/${named}/edit`, {
        label: ' Named by us ',
        reference: 'job-7',
      })
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `/emails/${named}`])
      const list = await textAt(visitor.board, '/')
      for (const name of ['Subject of it', 'Named by us'])
        expect(list).toContain(`<strong><bdi>${name}</bdi></strong>`)
      for (const name of ['Words of the email alone', 'Titled in HTML'])
        expect(list).toContain(`<strong><bdi class="unnamed">${name}</bdi></strong>`)
      expect(list).toContain('<bdi>First &amp; foremost</bdi>')
      expect(list).not.toMatch(/Unseen/)
      expect(list.match(/Words of the email alone<\/bdi>/g)).toHaveLength(1)
      expect(await textAt(visitor.board, `/emails/${untitled}`)).toContain(
        '<h1><bdi class="unnamed">Words of the email alone</bdi></h1>',
      )
    })

    it('finds emails by subject and reference, and says when there is none', async () => {
      const email = await postEmail(api, { html_text: '<p>z', subject: 'Autumn fair', reference: 'job-8' })
      for (const text of ['autumn%20FAIR', 'JOB-8', '%20fair%0A'])
        expect(await textAt(visitor.board, `/?search=${text}`)).toContain(`href="/emails/${email}"`)
      expect(await textAt(visitor.board, `/?search=${'x'.repeat(300)}`)).toContain('No email has this')
    })

    it('says for how long a source is kept, and not for longer than minutes more', async () => {
      const email = await postEmail(api, { html_text: '<p>Kept</p>' })
      for (const [minutes, hours] of [
        [1, 48],
        [9, 47],
      ] as const) {
        board.auth.clock.advance(minutes * 60_000)
        // The heartbeats are too old now.
        for (const engine of servedEngines) await api.pretendServed(engine)
        expect(await textAt(visitor.board, `/emails/${email}`)).toContain(
          `the source is kept for another ${hours} hours`,
        )
      }
    })

    it('says which engine does not draw, and whom to ask for it', async () => {
      const html = await textAt(visitor.board, `/emails/${guid}`)
      expect(html).toContain('Nothing draws with the engine “webkit” at the moment.')
      expect(html).toMatch(/Ask the operator of this service .*bin\/pas doctor/)
      const german = await visitor.board.get(`/emails/${guid}`, { headers: { 'Accept-Language': 'de' } })
      expect(await german.text()).toContain('Mit „webkit“ zeichnet gerade nichts.')
    })
  })

  it('is named and deleted by its owner alone, who is told before what goes and which links end', async () => {
    const email = await postEmail(api, { html_text: '<p>Gone</p>', subject: 'Gone' })
    await insertPreview(api, email, capturedColumns(board.auth.clock.now()))
    for (const label of ['Open link', 'Revoked link'])
      await visitor.board.submit(`/emails/${email}/shares`, { label, days: '7' })
    await board.auth.db.share.updateMany({
      where: { label: 'Revoked link' },
      data: { revokedAt: board.auth.clock.now() },
    })
    const { id } = await createAccount(board.auth, { name: 'Another' })
    const stranger = await board.signIn(await board.auth.createUser(id))
    expect((await stranger.board.get(`/emails/${email}/edit`)).status).toBe(404)
    for (const path of ['edit', 'delete']) {
      const answer = await stranger.board.submit(`/emails/${email}/${path}`, { label: 'Theirs' }, '/')
      expect(answer.status).toBe(404)
    }
    await stranger.close()

    const path = `/emails/${email}/edit`
    const page = await textAt(visitor.board, path)
    expect(page).toContain('its picture and what waits')
    expect(page).toContain('This link ends:')
    expect(page).toContain('Open link')
    expect(page).not.toContain('Revoked link')
    expect(page).not.toContain('Theirs')
    const wrong = await visitor.board.submit(path, { label: 'x'.repeat(129), reference: 'kept' })
    expect([wrong.status, await wrong.text()]).toEqual([
      400,
      expect.stringMatching(/value="kept"[^]*at most 128 characters|at most 128 characters[^]*value="kept"/),
    ])
    const answer = await visitor.board.submit(`/emails/${email}/delete`, {}, path)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/?deleted=1'])
    expect(await textAt(visitor.board, '/?deleted=1')).toContain('The email is deleted.')
    expect((await visitor.board.get(path)).status).toBe(404)
    expect(await board.auth.db.share.count({ where: { emailId: email } })).toBe(0)
  })

  describe('an image that was lost', () => {
    it('is told above the pictures and on a page of all files, for its owner alone, until the content is erased', async () => {
      const email = await postEmail(api, {
        html_text:
          '<p>Lost</p>\n<img src="http://10.0.0.1/a.png"><img src="http://10.0.0.1/b.png"><img src="{{c}}">',
      })
      const { id } = await createAccount(board.auth, { name: 'Another' })
      const stranger = await board.signIn(await board.auth.createUser(id))
      expect((await stranger.board.get(`/emails/${email}/assets`)).status).toBe(404)
      expect((await stranger.board.submit(`/emails/${email}/fetch-again`, {}, '/')).status).toBe(404)
      await stranger.close()

      const grid = await textAt(visitor.board, `/emails/${email}`)
      expect(grid).toContain(
        '3 of 3 images and other files could not be fetched: the host has no public address and another reason.',
      )
      expect(grid).toContain(`href="/emails/${email}/assets"`)
      const page = await textAt(visitor.board, `/emails/${email}/assets`)
      expect(page).toContain('http://10.0.0.1/a.png')
      expect(page).toContain('the address is relative')
      expect(page).toContain(`href="/emails/${email}/source?line=2#L2"`)
      await board.auth.db.email.update({ where: { id: email }, data: { expiresAt: board.auth.clock.now() } })
      expect(await textAt(visitor.board, `/emails/${email}`)).not.toContain('could not be fetched')
      expect((await visitor.board.get(`/emails/${email}/assets`)).status).toBe(409)
    })

    it('is fetched again in a new version with the same previews and names', async () => {
      const email = await postEmail(api, {
        html_text: '<img src="http://10.0.0.1/a.png">',
        subject: 'Again',
        reference: 'job-9',
      })
      await insertPreview(api, email, capturedColumns(board.auth.clock.now()))
      await board.auth.db.email.update({ where: { id: email }, data: { label: 'Named' } })
      const answer = await visitor.board.submit(`/emails/${email}/fetch-again`, {}, `/emails/${email}/assets`)
      const version = answer.headers.get('location')?.replace('/emails/', '') ?? ''
      expect(await board.auth.db.email.findUnique({ where: { id: version } })).toMatchObject({
        ...{ revisionOf: email, subject: 'Again', reference: 'job-9', label: 'Named' },
      })
      const rows = await board.auth.db.preview.findMany({ where: { emailId: version } })
      expect(rows.map(({ emailClient }) => emailClient)).toEqual(['PLAINTEXT'])
    })

    it('is fetched again also of an email without previews, and keeps the header of the message', async () => {
      const email = await postEmail(api, {
        raw_source: [
          'Subject: Again',
          'List-Unsubscribe: <https://example.com/bye>',
          'Content-Type: text/html',
          '',
          '<img src="http://10.0.0.1/a.png">',
        ].join('\r\n'),
      })
      const answer = await visitor.board.submit(`/emails/${email}/fetch-again`, {}, `/emails/${email}/assets`)
      expect(answer.status).toBe(303)
      const version = answer.headers.get('location')?.replace('/emails/', '') ?? ''
      expect(await board.auth.db.email.findUnique({ where: { id: version } })).toMatchObject({
        ...{ revisionOf: email, subject: 'Again' },
      })
      expect(await board.auth.db.preview.count({ where: { emailId: version } })).toBe(0)
      const checks = await fetch(`${api.url}/emails/${version}/checks?only=headers`, { headers: api.headers })
      expect(await checks.json()).toMatchObject({ checks: [{ name: 'headers', status: 'done' }] })
    })

    it('is not fetched again if it is a part that the message lacks', async () => {
      const email = await postEmail(api, {
        raw_source: 'Content-Type: text/html\r\n\r\n<img src="cid:gone">',
      })
      const page = await textAt(visitor.board, `/emails/${email}/assets`)
      expect(page).toContain('cid:gone')
      expect(page).not.toContain('fetch-again')
    })
  })

  describe('the checks', () => {
    it('say what is wrong, with its place in the source, for its owner alone, until the content is erased', async () => {
      const email = await postEmail(api, {
        html_text:
          '<p>Hello {{name}}</p>\n<a href="#">Shop</a>\n<video></video><img src="http://10.0.0.1/a.png" alt="A">',
      })
      await insertPreview(api, email, capturedColumns(board.auth.clock.now()))
      const { id } = await createAccount(board.auth, { name: 'Another' })
      const stranger = await board.signIn(await board.auth.createUser(id))
      expect((await stranger.board.get(`/emails/${email}/checks`)).status).toBe(404)
      await stranger.close()

      expect(await textAt(visitor.board, `/emails/${email}`)).toContain(`href="/emails/${email}/checks"`)
      const page = await textAt(visitor.board, `/emails/${email}/checks`)
      expect(page).toContain('The address is &quot;#&quot;.')
      expect(page).toContain(`href="/emails/${email}/source?line=2#L2"`)
      expect(page).toContain('Fetches it by https.')
      expect(page).toContain('0 of 1 email clients have no error.')
      expect(page.indexOf('links/empty')).toBeLessThan(page.indexOf('template/merge-tag'))
      expect(page).toMatch(/<code>headers<\/code> does not apply/)
      // First what is wrong, then where.
      const [, row = ''] = /<li [^>]*>((?:(?!<li).)*links\/empty.*?)<\/li>/s.exec(page) ?? []
      expect(row.indexOf('The address is')).toBeLessThan(row.indexOf('href=&quot;#&quot;'))
      expect(row).toContain(`href="/emails/${email}/redraw?line=2#L2"`)
      expect(page).toMatch(/data-kind="links"[^>]*><span>Links<\/span><span class="count bad">1</)
      await board.auth.db.email.update({ where: { id: email }, data: { expiresAt: board.auth.clock.now() } })
      expect((await visitor.board.get(`/emails/${email}/checks`)).status).toBe(409)
    })

    it('load again by themselves while the contrast is measured, and show the colours and where to look then', async () => {
      await api.pretendServed('chromium')
      const email = await postEmail(api, { html_text: '<p>Buy now</p>' })
      await insertPreview(api, email, {
        ...capturedColumns(board.auth.clock.now()),
        emailClient: 'CHROMEGMAILNEW',
        engine: 'chromium',
      })
      const left = async (): Promise<number> =>
        Number(
          (await postJson(api, '/checks', { plain_text: 'x' }, api.headers)).headers.get(
            'x-ratelimit-remaining',
          ),
        )
      const before = await left()
      const running = await visitor.board.get(`/emails/${email}/checks`)
      const runningPage = await running.text()
      expect(runningPage).toContain('Some of this is still being measured.')
      const refresh = /<noscript><meta http-equiv="refresh" content="1; url=([^"]*)"/i
      const [, address = ''] = refresh.exec(runningPage) ?? []
      const pages = [1, 2, 3].map(() => visitor.board.get(address))
      await until(() => api.waitingPlaces.size === pages.length)
      const text = { text: 'Buy now', where: { line: 1, column: 1 }, ratio: 1.4, needed: 4.5 }
      const colours = {
        textColour: '#1a1a1a',
        background: '#262626',
        verdict: 'fails',
        reason: null,
      } as const
      const worker = startFakeMeasuring(api, { texts: [{ ...text, ...colours }], measured: 1, unmeasured: 0 })
      try {
        await until(
          async () =>
            (await board.auth.db.emailCheck.count({ where: { emailId: email, status: 'done' } })) === 1,
        )
      } finally {
        await worker.close()
      }
      const [done, ...others] = await Promise.all(pages)
      if (!done) throw new Error('there is no page')
      // The first page, and what `left` itself asks.
      expect(before - (await left())).toBe(2)
      for (const other of others) expect(await other.text()).not.toMatch(refresh)
      const page = await done.text()
      expect(page).not.toMatch(refresh)
      expect(page).toContain('1.4:1 where 4.5:1 is needed.')
      expect(page).toMatch(/<rect [^>]*fill="#262626"/)
      expect(page).toContain(`href="/emails/${email}/previews/CHROMEGMAILNEW"`)
    })

    it('say so when nothing is wrong, and what was found right in a line each', async () => {
      const email = await postEmail(api, { plain_text: 'Hello', subject: 'Hello to all of you' })
      const page = await textAt(visitor.board, `/emails/${email}/checks`)
      expect(page).toContain('Nothing is wrong.')
      expect(page).toContain('>Checked and found right</h2>')
      expect(page).toContain('>No placeholder is left.</li>')
    })

    it('are shown of one kind and for one email client, whose address a colleague can open', async () => {
      const email = await postEmail(api, {
        html_text: '<p>Hello {{name}}</p>\n<a href="#">Shop</a><video></video>',
      })
      for (const emailClient of ['PLAINTEXT', 'GMAILNEW', 'OL2016'])
        await insertPreview(api, email, { ...capturedColumns(board.auth.clock.now()), emailClient })
      const tagsAt = async (query: string): Promise<string[]> => {
        const page = await textAt(visitor.board, `/emails/${email}/checks${query}`)
        return [...page.matchAll(/<li class="change" id="[^>]*>/g)]
          .map(([tag]) => tag)
          .filter((tag) => !tag.includes('hidden=""'))
      }
      const shownAt = async (query: string): Promise<string[]> =>
        (await tagsAt(query)).map((tag) => /data-kind="(\w+)"/.exec(tag)?.[1] ?? '')
      expect(new Set(await shownAt(''))).toEqual(
        new Set(['links', 'code', 'content', 'accessibility', 'contrast']),
      )
      expect(new Set(await shownAt('?kind=links'))).toEqual(new Set(['links']))
      const ofOthers = (tags: string[]) =>
        tags.filter((tag) => tag.includes('data-clients="') && !/data-clients="[^"]*PLAINTEXT/.test(tag))
      expect(ofOthers(await tagsAt('')).length).toBeGreaterThan(0)
      expect(ofOthers(await tagsAt('?client=PLAINTEXT'))).toEqual([])
      expect(await shownAt('?client=PLAINTEXT')).toContain('links')
      expect((await visitor.board.get(`/emails/${email}/checks?kind=none`)).status).toBe(400)
    })

    it('of a new version say what is gone, new and still there', async () => {
      const earlier = await postEmail(api, { html_text: '<a href="#">Shop</a>', subject: 'A fine subject' })
      const next = await postEmail(api, {
        html_text: '<a href="https://shop.example/">Shop</a><p>{{name}}</p>',
        subject: 'A fine subject',
        revision_of: earlier,
      })
      const page = await textAt(visitor.board, `/emails/${next}/checks`)
      expect(page).toMatch(/<strong>\d+ gone, \d+ new, \d+ still<\/strong>/)
      expect(page).toMatch(/<s lang="en">The address is &quot;#&quot;\.<\/s>/)
      expect(page).toMatch(/<strong class="new">New<\/strong>.*\{\{name\}\}/s)
    })
  })

  describe('drawing', () => {
    const previewsOf = (email: string) =>
      api.db.preview.findMany({ where: { emailId: email }, orderBy: { emailClient: 'asc' } })

    it('again draws what failed in the same email, which is another account’s for a stranger', async () => {
      const email = await postEmail(api, { html_text: '<p>Again</p>' })
      const failed = failedColumns(board.auth.clock.now())
      await insertPreview(api, email, failed)
      await insertPreview(api, email, { ...failed, emailClient: 'GMAILNEW', engine: 'chromium' })
      const { id } = await createAccount(board.auth, { name: 'Another' })
      const stranger = await board.signIn(await board.auth.createUser(id))
      for (const path of ['/draw', '/clients']) {
        await stranger.board.get('/')
        const sent = { form_token: stranger.board.field('form_token'), preview: 'PLAINTEXT', choice: 'all' }
        expect((await stranger.board.post(`/emails/${email}${path}`, sent)).status).toBe(404)
      }
      expect((await stranger.board.get(`/emails/${email}/clients`)).status).toBe(404)
      await stranger.close()
      expect((await previewsOf(email)).map(({ status }) => status)).toEqual(['failed', 'failed'])

      const answer = await visitor.board.submit(
        `/emails/${email}/draw`,
        { preview: 'PLAINTEXT' },
        `/emails/${email}`,
      )
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `/emails/${email}#PLAINTEXT`])
      expect((await previewsOf(email)).map(({ status }) => status)).toEqual(['pending', 'pending'])
    })

    it('in more email clients is offered for an email that was posted without any, and keeps what there is', async () => {
      const email = await postEmail(api, { html_text: '<p>More</p>' })
      const grid = await textAt(visitor.board, `/emails/${email}`)
      expect(grid).toContain(`href="/emails/${email}/clients"`)
      expect(grid).toMatch(/id="progress"[^>]*hidden/)
      const path = `/emails/${email}/clients`
      const none = await visitor.board.submit(path, { choice: 'ticked' })
      expect([none.status, await none.text()]).toEqual([400, expect.stringContaining('Tick at least one')])
      for (const client of ['PLAINTEXT', 'GMAILNEW', 'PLAINTEXT']) {
        const answer = await visitor.board.submit(path, { choice: 'ticked', client })
        expect([answer.status, answer.headers.get('location')]).toEqual([303, `/emails/${email}`])
      }
      const rows = await previewsOf(email)
      expect(rows.map(({ emailClient, askedByOwner }) => [emailClient, askedByOwner])).toEqual([
        ['GMAILNEW', true],
        ['PLAINTEXT', true],
      ])
      await board.auth.db.email.update({ where: { id: email }, data: { expiresAt: board.auth.clock.now() } })
      expect((await visitor.board.get(path)).status).toBe(409)
    })
  })

  it('whose content is erased offers no drawing again, and says why when an old form asks for it', async () => {
    const old = await postEmail(api, { html_text: '<p>Old</p>' })
    await insertPreview(api, old, failedColumns(board.auth.clock.now()))
    const pages = [`/emails/${old}`, `/emails/${old}/previews/PLAINTEXT`]
    for (const path of pages) expect(await textAt(visitor.board, path)).toContain('Draw again')
    await board.auth.db.email.update({ where: { id: old }, data: { expiresAt: board.auth.clock.now() } })
    const sent = { form_token: visitor.board.field('form_token') }
    for (const path of pages) expect(await textAt(visitor.board, path)).not.toContain('Draw again')
    for (const [preview, language, said] of [
      ['PLAINTEXT', 'en', 'erased after 48 hours'],
      ['PLAINTEXT', 'de', 'wird nach 48 Stunden gelöscht'],
      ['GMAILNEW', 'fr', 'effacé après 48 heures'],
    ] as const) {
      const answer = await visitor.board.post(
        `/emails/${old}/draw`,
        { ...sent, preview },
        { 'Accept-Language': language },
      )
      expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining(said)])
    }
  })

  describe('a share link', () => {
    it('shows the source as text, and only when that was asked for', async () => {
      const made = await share({ label: 'For you', shows: 'source' })
      expect(made.status).toBe(201)
      const stranger = board.createVisitor()
      const { pathname } = new URL(linkIn(made.page))
      expect(await textAt(stranger, pathname)).toContain(`href="${pathname}?view=source"`)
      expect(await textAt(stranger, `${pathname}?view=source`)).toContain('&lt;p&gt;Half price&lt;/p&gt;')
      const without = new URL(linkIn((await share({})).page)).pathname
      expect(await textAt(stranger, without)).not.toContain('view=source')
      for (const [query, status] of [
        ['view=source', 403],
        ['preview=NONE', 400],
      ] as const) {
        const refused = await stranger.get(`${without}?${query}`)
        expect([refused.status, await refused.text()]).toEqual([
          status,
          expect.stringContaining(`href="${without}"`),
        ])
      }
      await stranger.close()
    })

    it('shows the checks only when that was asked for, without a way to change the email', async () => {
      const without = new URL(linkIn((await share({})).page)).pathname
      const pathname = new URL(linkIn((await share({ shows: 'checks' })).page)).pathname
      const stranger = board.createVisitor()
      expect(await textAt(stranger, without)).not.toContain('view=checks')
      expect((await stranger.get(`${without}?view=checks`)).status).toBe(403)
      expect(await textAt(stranger, pathname)).toContain(`href="${pathname}?view=checks"`)
      const page = await textAt(stranger, `${pathname}?view=checks`)
      expect(page).toContain('The &lt;html&gt; element has no lang.')
      expect(page).toContain(`href="${pathname}?view=checks&amp;kind=accessibility"`)
      for (const own of [guid, '/redraw', 'http-equiv="refresh"']) expect(page).not.toContain(own)
      const ofLinks = await textAt(stranger, `${pathname}?view=checks&kind=links`)
      expect(ofLinks).toMatch(/<li [^>]*hidden="" data-kind="accessibility"/)
      await stranger.close()
    })

    it('that is over, unknown or opened too often says so, and leads no stranger to a sign-in', async () => {
      const { pathname } = new URL(linkIn((await share({})).page))
      const stranger = board.createVisitor()
      const opened = async (path: string) => {
        const answer = await stranger.get(path)
        const page = await answer.text()
        expect(page).not.toMatch(/href="\/(signin)?"|To your emails/)
        return [answer.status, page]
      }
      expect(await opened(pathname)).toEqual([200, expect.stringContaining('Sale')])
      expect(await opened(`${pathname}?view=source`)).toEqual([
        403,
        expect.stringContaining('not the source'),
      ])
      const { db } = board.auth
      const { clientId } = board.application
      const disable = (disabledAt: Date | null) =>
        db.oauthApplication.update({ where: { clientId }, data: { disabledAt } })
      await disable(board.auth.clock.now())
      expect(await opened(pathname)).toEqual([410, expect.stringContaining('may no longer share')])
      await disable(null)
      await db.share.updateMany({ data: { revokedAt: board.auth.clock.now() } })
      expect(await opened(pathname)).toEqual([410, expect.stringContaining('revoked')])
      expect(await opened('/s/unknown')).toEqual([404, expect.stringContaining('There is no such link')])
      await Promise.all(Array.from({ length: 60 }, () => stranger.get('/s/unknown')))
      expect(await opened(pathname)).toEqual([429, expect.stringContaining('Wait a few minutes')])
      await stranger.close()
    })

    it('is limited for each visitor alone, also when the API sees all of them at the board’s one address', async () => {
      const { pathname } = new URL(linkIn((await share({})).page))
      const between = await startSmallWeb((req, res) => {
        const { method, url = '', headers } = req
        const passed = http.request(
          new URL(url, board.api.url),
          { method, headers: { ...headers, 'x-forwarded-for': '203.0.113.60' } },
          (answer) => {
            res.writeHead(answer.statusCode ?? 502, answer.headers)
            answer.pipe(res)
          },
        )
        req.pipe(passed)
      })
      const another = await board.startAnother({
        http: { ...board.config.http, port: 0, trustProxy: ['127.0.0.0/8', '::1/128'] },
        calls: { ...board.config.calls, instantUrl: `${between.url}/v1` },
      })
      const stranger = board.createVisitor()
      const openFrom = async (address: string) =>
        (
          await stranger.get(another.url + pathname, {
            headers: { 'X-Forwarded-For': address, 'X-Forwarded-Proto': 'https' },
          })
        ).status
      await Promise.all(Array.from({ length: 60 }, () => openFrom('198.51.100.61')))
      await until('the visitor’s limit is used up', async () => (await openFrom('198.51.100.61')) === 429)
      expect(await openFrom('198.51.100.62')).toBe(200)
      await stranger.close()
      await another.close()
      await between.close()
    })

    it('that the API refuses to make is answered with the reason and the form, which keeps what was typed', async () => {
      const { db, clock } = board.auth
      await db.email.update({ where: { id: guid }, data: { expiresAt: clock.now() } })
      const refused = await share({ label: 'For <you>', days: '30', shows: 'changes' })
      expect(refused.status).toBe(409)
      expect(refused.page).toContain('or the content of this email is erased')
      expect(refused.page).toContain('value="For &lt;you&gt;"')
      expect(refused.page).toContain('<option value="30" selected="">')
    })

    it('is in the list of all links, which has further pages for older ones', async () => {
      const { db, clock, accountId } = board.auth
      const createdAt = clock.now()
      await db.share.createMany({
        data: Array.from({ length: 26 }, (_, index) => ({
          ...{ id: randomUUID(), tokenHash: randomBytes(32), accountId, emailId: guid, shows: [] },
          label: `number ${index}.`,
          createdAt: new Date(createdAt.getTime() + 1_000 + index),
          expiresAt: new Date(createdAt.getTime() + 3_600_000),
        })),
      })
      const { id: userId } = await board.auth.createUser()
      await db.user.update({ where: { id: userId }, data: { disabledAt: createdAt } })
      await db.share.updateMany({ where: { label: 'number 24.' }, data: { userId } })
      const first = await textAt(visitor.board, '/shares')
      expect(first.match(/cannot be opened/g)).toHaveLength(1)
      // It opens again when its user is enabled, so it can be revoked.
      expect(first).toContain('Revoke number 24.')
      expect(first).toContain('number 25.')
      expect(first).not.toContain('number 0.')
      const older = /href="(\/shares\?before=[^"]+)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? ''
      expect(await textAt(visitor.board, older)).toContain('number 0.')
    })
  })
})
