import { until } from '@pas/testing/until'
import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import { encoded, message, multipart, textPart } from '../../api/tests/messages'
import { receiveMail } from '../../api/tests/receive-mail'
import { postEmail } from '../../api/tests/start-api'
import { locationOf, startBoard, type SignedInVisitor, type TestBoard } from './start-board'

const hostile = '</title><script>owned</script>'
const mailFrom = (subject = 'Hello'): string =>
  message(textPart('Hello'), `Subject: ${subject}`, 'From: App <app@x.example>', 'To: ada@x.example')

describe('inboxes on the board', () => {
  let board: TestBoard
  let accountId: number
  let own: SignedInVisitor

  beforeAll(async () => {
    board = await startBoard({ waitingPlaces: 2 })
    await board.api.pretendServed('chromium')
    await board.api.pretendServed('text')
  }, 120_000)
  afterAll(() => board.close())
  beforeEach(async () => {
    accountId = (await createAccount(board.auth, { name: 'App' })).id
    own = await board.signIn(await board.auth.createUser(accountId, 'admin'))
  })
  afterEach(() => own.close())

  const receive = (inbox: string, raw = mailFrom()) =>
    receiveMail({ ...board.api, accountId }, { inbox, message: raw })
  const textOf = async (path: string, visitor = own): Promise<string> =>
    (await visitor.board.get(path)).text()

  it('show the mail of the chosen one: from, to, subject, and what is unread', async () => {
    const read = await receive('staging', mailFrom('Seen'))
    await board.auth.db.email.update({ where: { id: read.id }, data: { assetsDueAt: null } })
    const { id } = await receive('staging', mailFrom(hostile))
    await receive('dev', mailFrom('Elsewhere'))
    const html = await textOf('/inboxes?inbox=staging')
    const rows = [...html.matchAll(/<li id="mail-([^"]+)"><a href="[^"]+"([^>]*)>(.*?)<\/li>/gs)]
    expect(rows.map(([, guid, attributes]) => [guid, attributes?.includes('unread')])).toEqual([
      [id, true],
      [read.id, false],
    ])
    const [, , , row = ''] = rows[0] ?? []
    expect(row).toContain('Unread: ')
    expect(row).toContain('<bdi class="from">app@x.example</bdi>')
    expect(row).toContain('&lt;/title&gt;&lt;script&gt;owned')
    expect(row).toContain('To <bdi>ada@x.example</bdi>')
    expect(html).not.toContain('<script>owned')
    const list = /<ul id="inbox-list">.*?<\/ul>/s.exec(html)?.[0] ?? ''
    expect(list.replaceAll(/<[^<>]+>/g, ' ').replaceAll(/\s+/g, ' ')).toBe(' dev 1 unread staging 1 unread ')
    expect(html).not.toContain('Elsewhere')
    expect(locationOf(await own.board.get('/inboxes'))).toBe('/inboxes?inbox=dev')
    const stranger = await board.signIn(await board.auth.createUser())
    expect(await textOf('/inboxes?inbox=staging', stranger)).not.toContain(id)
    await stranger.close()
  })

  it('stand beside the emails of the first page, with what is unread, once there are any', async () => {
    expect(await textOf('/')).not.toContain('inbox-list')
    await receive('staging')
    await receive('dev')
    const { id } = await receive('staging')
    const html = await textOf('/')
    const list = /<ul id="inbox-list">.*?<\/ul>/s.exec(html)?.[0] ?? ''
    expect(list.replaceAll(/<[^<>]+>/g, ' ').replaceAll(/\s+/g, ' ')).toBe(' dev 1 unread staging 2 unread ')
    expect(list).not.toContain('aria-current')
    expect(html).toContain(`data-news="/inboxes/news?after=${id}"`)
    expect(html).toContain(`id="email-${id}"`)
    const found = await textOf('/?search=nothing')
    expect(found).toContain('id="inbox-dev"')
    expect(found).not.toContain('data-news')
    const refused = await own.board.submit(
      '/emails',
      { source: '', choice: 'mine', subject: '', reference: '' },
      '/',
    )
    const again = await refused.text()
    expect(again).toContain('id="inbox-dev"')
    expect(again).not.toContain('data-news')
    const german = await own.board.get('/', { headers: { 'Accept-Language': 'de' } })
    expect(await german.text()).toContain('aria-label="Posteingänge"')
  })

  it('go on with older mail, a page at a time', async () => {
    const ids: string[] = []
    for (let number = 0; number < 51; number++) ids.unshift((await receive('full')).id)
    const first = await textOf('/inboxes?inbox=full')
    expect([...first.matchAll(/id="mail-([^"]+)"/g)].map(([, id]) => id)).toEqual(ids.slice(0, 50))
    const older = /href="(\/inboxes\?inbox=full&amp;before=[^"]+)"/.exec(first)?.[1] ?? ''
    const second = await textOf(older.replaceAll('&amp;', '&'))
    expect([...second.matchAll(/id="mail-([^"]+)"/g)].map(([, id]) => id)).toEqual(ids.slice(50))
    expect(second).not.toContain('data-news')
  })

  it('say where to send mail, in five recipes with this installation’s address, and who has a key', async () => {
    const html = await textOf('/inboxes')
    for (const name of ['Nodemailer', 'Django', 'Laravel', 'Spring', 'Mailpit'])
      expect(html).toMatch(new RegExp(`<h3 [^>]+>${name} `))
    expect(html).toContain('MP_SMTP_FORWARD_PORT=8452\n')
    expect(html).toContain('smtp://my-app:YOUR_API_KEY@127.0.0.1:8452?verify_peer=0')
    expect(html).toContain(`href="${board.auth.url}/settings/keys"`)
    expect(await textOf('/inboxes?inbox=new.one')).toContain('MP_SMTP_FORWARD_USERNAME=new.one\n')

    const member = await board.signIn(await board.auth.createUser(accountId))
    expect(await textOf('/inboxes', member)).toContain('Ask an administrator of your account')
    expect(await textOf('/inboxes', member)).not.toContain('/settings/keys')
    await member.close()

    const elsewhere = await board.startAnother({ smtpAddress: { host: 'mail.example.com', port: 587 } })
    const encrypted = await (await own.board.get(`${elsewhere.url}/inboxes`)).text()
    expect(encrypted).toContain('EMAIL_USE_TLS = True')
    expect(encrypted).toContain('requireTLS: true')
    expect(encrypted).toContain('MAIL_HOST=mail.example.com\n')

    const off = await board.startAnother({ smtpAddress: null })
    const turnedOff = await (await own.board.get(`${off.url}/inboxes`)).text()
    expect(turnedOff).toContain('SMTP_ADDRESS tells the board')
    expect(turnedOff).not.toContain('Nodemailer')
  })

  it('take a test mail', async () => {
    const answer = await own.board.submit('/inboxes/test-mail', { inbox: 'try' }, '/inboxes?inbox=try')
    expect(locationOf(answer)).toBe('/inboxes?inbox=try')
    expect(await textOf('/inboxes?inbox=try')).toContain('class="unread"')
    const wrong = await own.board.submit('/inboxes/test-mail', { inbox: '../x' }, '/inboxes?inbox=try')
    expect(wrong.status).toBe(400)
  })

  it('tell a page that waits when mail comes, and give the place back to the next', async () => {
    const { id } = await receive('staging')
    const news = (after = id) => own.board.get(`/inboxes/news?after=${after}`)
    const waiting = news()
    await until(() => board.api.waitingPlaces.size === 1)
    // The other place is for other users.
    const refused = await news()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
    const next = await receive('dev')
    expect(await (await waiting).json()).toEqual({ has_news: true })
    expect(await (await news()).json()).toEqual({ has_news: true })
    await board.auth.db.email.deleteMany({ where: { id: next.id } })
    expect(await (await news(next.id)).json()).toEqual({ has_news: true })
    const other = await board.signIn(await board.auth.createUser())
    const foreign = await other.board.get(`/inboxes/news?after=${id}`)
    expect(await foreign.json()).toEqual({ has_news: true })
    await other.close()
    const stranger = board.createVisitor()
    const signedOut = await stranger.get('/inboxes/news', { headers: { 'Sec-Fetch-Dest': 'empty' } })
    expect(signedOut.status).toBe(401)
    await stranger.close()
  })

  it('draw a mail in the user’s email clients when its page is opened first', async () => {
    const { id } = await receive('staging')
    const drawn = () => board.auth.db.preview.count({ where: { emailId: id } })
    await own.board.get(`/emails/${id}`, { method: 'HEAD' })
    expect(await drawn()).toBe(0)
    const opened = await textOf(`/emails/${id}`)
    expect(opened).toContain('data-status="waiting"')
    expect(opened).toContain(`href="/emails/${id}/clients"`)
    const number = await drawn()
    expect(number).toBeGreaterThan(0)
    await until(async () => !(await textOf('/inboxes?inbox=staging')).includes('class="unread"'))
    await board.auth.db.preview.deleteMany({ where: { emailId: id } })
    await own.board.get(`/emails/${id}`)
    expect(await drawn()).toBe(0)
  })
})

describe('the message of an email on the board', () => {
  let board: TestBoard
  let own: SignedInVisitor

  beforeAll(async () => {
    board = await startBoard()
    own = await board.signIn()
  }, 120_000)
  afterAll(async () => {
    await own.close()
    await board.close()
  })

  const raw = message(
    multipart(
      'mixed',
      textPart(`<b>${hostile}\x1b[31m`),
      encoded('application/pdf', 'x'.repeat(2_000), 'Content-Disposition: attachment; filename="<i>.pdf"'),
    ),
    'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=',
    `X-Odd: ${hostile}\x07`,
  )

  it('is shown as text: header, text part, attachments and structure', async () => {
    const { accountId } = board.auth
    const { id } = await receiveMail({ ...board.api, accountId }, { inbox: 'a', message: raw })
    const answer = await own.board.get(`/emails/${id}/message`)
    const html = await answer.text()
    expect(html).toContain('<th scope="row">Subject</th><td><bdi>Grüße</bdi>')
    expect(html).toContain('Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=')
    expect(html).toContain('&lt;b&gt;&lt;/title&gt;&lt;script&gt;owned&lt;/script&gt;\u241b[31m')
    expect(html).toContain('&lt;/script&gt;\u2407')
    for (const sent of ['<script>owned', '<b>', '<i>', '\x07', '\x1b']) expect(html).not.toContain(sent)
    expect(html).toMatch(/<bdi>&lt;i&gt;\.pdf<\/bdi> <span class="muted"><bdi>application\/pdf<\/bdi> · 2/)
    expect(html).toMatch(/data-depth="0"><bdi>multipart\/mixed.*data-depth="1"><bdi>text\/plain/s)
    expect(await (await own.board.get(`/emails/${id}`)).text()).toContain(`href="/emails/${id}/message"`)
  })

  it('is downloaded as it came', async () => {
    const { accountId } = board.auth
    const { id } = await receiveMail({ ...board.api, accountId }, { inbox: 'a', message: raw })
    const answer = await own.board.get(`/emails/${id}/message.eml`)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'message/rfc822',
      'content-disposition': `attachment; filename="email-${id}.eml"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(await answer.text()).toBe(raw)
    const other = await board.signIn(
      await board.auth.createUser((await createAccount(board.auth, { name: 'Other' })).id),
    )
    for (const name of ['message', 'message.eml'])
      expect((await other.board.get(`/emails/${id}/${name}`)).status).toBe(404)
    await other.close()
  })

  it('is not there for an email that came otherwise', async () => {
    const { accountId } = board.auth
    const apiKey = await createApiKey(board.auth, { accountId })
    const Authorization = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`
    const id = await postEmail(board.api, { html_text: '<p>Hello' }, { ...board.api.headers, Authorization })
    const answer = await own.board.get(`/emails/${id}/message`)
    expect([answer.status, await answer.text()]).toEqual([
      404,
      expect.stringContaining('did not come as a message'),
    ])
  })
})
