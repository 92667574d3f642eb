import { assetPackKey, frozenAssetsKey, frozenEmailKey } from '@pas/emails/storage-keys'
import type { checksBody } from '@pas/api-contract/checks'
import { frozenAssets, frozenEmail, type FrozenAsset, type FrozenEmail } from '@pas/emails/frozen-email'
import { propertyCases } from '@pas/testing/long-run'
import { threadMsOf } from '@pas/testing/processor-time'
import { startSmallWeb } from '@pas/testing/small-web'
import fc from 'fast-check'
import type { z } from 'zod'
import { pngOf } from './asset-pictures'
import { encoded, htmlPart, lines, message, multipart, part, textPart } from './messages'
import { startApi, type TestApi } from './start-api'

const png = pngOf(10, 10)
const image = (...headers: string[]): string => encoded('image/png; name="a.png"', png, ...headers)

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const post = (body: unknown): Promise<Response> =>
  fetch(`${api.url}/emails`, {
    method: 'POST',
    headers: { ...api.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

interface Frozen extends FrozenEmail {
  guid: string
  assets: FrozenAsset[]
}

/** Posts a message, which must be accepted; resolves to what was frozen of it. */
/** Text beyond ISO 8859-1 is sent as its bytes in UTF-8. */
const freeze = (rawSource: string): Promise<Frozen> =>
  freezeBody({
    raw_source: /[^\0-\xff]/.test(rawSource) ? Buffer.from(rawSource).toString('latin1') : rawSource,
  })

async function freezeBody(body: unknown): Promise<Frozen> {
  const response = await post(body)
  const answer = (await response.json()) as { email_guid: string; description?: string }
  if (response.status !== 200)
    throw new Error(`POST /emails answered ${response.status}: ${answer.description}`)
  const [content, manifest] = await Promise.all([
    api.storage.get(frozenEmailKey(answer.email_guid)),
    api.storage.get(frozenAssetsKey(answer.email_guid)),
  ])
  const assets = manifest ? frozenAssets.parse(JSON.parse(String(manifest.body))) : []
  for (const { pack, offset, length } of assets) {
    const bytes = await api.storage.get(assetPackKey(answer.email_guid, pack))
    expect(bytes?.body.subarray(offset, offset + length).length).toBe(length)
  }
  return { guid: answer.email_guid, ...frozenEmail.parse(JSON.parse(String(content?.body))), assets }
}

/** The bytes of an asset of the email, as they are stored. */
async function bytesOf({ guid, assets }: Frozen, url: string): Promise<Buffer | undefined> {
  const asset = assets.find((one) => one.url === url)
  if (!asset) return undefined
  const { pack, offset, length } = asset
  const stored = await api.storage.get(assetPackKey(guid, pack))
  return stored?.body.subarray(offset, offset + length)
}

const urlsOf = ({ assets }: Frozen): string[] => assets.map(({ url }) => url)

async function refusal(body: unknown): Promise<string> {
  const response = await post(body)
  const { description } = (await response.json()) as { description: string }
  expect([response.status, description]).toEqual([400, expect.any(String)])
  return description
}

describe('a whole message', () => {
  it('gives the email its parts, its subject and its sender', async () => {
    const raw = message(
      multipart('alternative', textPart('Hello'), htmlPart('<p>Hello</p>')),
      'From: =?utf-8?Q?J=C3=BCrgen_Gro=C3=9F?= <j@x.example>',
      'Subject: =?koi8-r?B?8NLJ18XU?=',
      '  =?utf-8?B?8J+YgA==?=',
    )
    expect(await freeze(raw)).toMatchObject({
      htmlText: '<p>Hello</p>',
      plainText: 'Hello',
      subject: 'Привет😀',
      fromAddress: 'j@x.example',
      fromDisplayName: 'Jürgen Groß',
      assets: [],
    })
  })

  it.each([
    ['html_text', '<p>'],
    ['plain_text', 'x'],
    ['subject', ''],
    ['from_address', 'a@x.example'],
    ['from_display_name', 'A'],
  ])('is refused beside %s, by name', async (name, value) => {
    expect(await refusal({ raw_source: message(textPart('x')), [name]: value })).toMatch(
      new RegExp(`raw_source .* leave out ${name}\\.`),
    )
  })

  it('may come with end_user_id and configurations', async () => {
    const response = await post({
      raw_source: message(textPart('x')),
      end_user_id: 'u',
      configurations: [{ client: 'PLAINTEXT' }],
    })
    expect(await response.json()).toMatchObject({
      end_user_id: 'u',
      configurations: [{ client: 'PLAINTEXT' }],
    })
  })

  it.each([
    ['a number', 5, /raw_source: must be a string/],
    ['null', null, /raw_source: must be a string/],
    ['empty', '', /no content/],
  ])('is refused when it is %s', async (_name, rawSource, why) => {
    expect(await refusal({ raw_source: rawSource })).toMatch(why)
  })
})

describe('the parts of a message', () => {
  it.each([
    ['text alone', textPart('a'), null, 'a'],
    ['HTML alone', htmlPart('<p>a'), '<p>a', null],
    ['no Content-Type at all', '\r\na', null, 'a'],
    [
      'alternatives of which the last is best',
      multipart(
        'alternative',
        textPart('a'),
        htmlPart('<p>old'),
        htmlPart('<p>a'),
        part(['Content-Type: text/x-amp-html'], '<html ⚡4email>'),
      ),
      '<p>a',
      'a',
    ],
    [
      'alternatives with the pictures inside one',
      multipart(
        'alternative',
        textPart('a'),
        multipart('related', htmlPart('<img src="cid:i">'), image('Content-ID: <i>')),
      ),
      '<img src="cid:i">',
      'a',
    ],
    [
      'a list’s footer behind alternatives',
      multipart(
        'mixed',
        multipart('alternative', textPart('a'), htmlPart('<p>a')),
        textPart('to leave: www.x.example'),
      ),
      '<p>a\n<div style="white-space:pre-wrap">to leave: <a href="http://www.x.example">www.x.example</a></div>',
      'a\nto leave: www.x.example',
    ],
    [
      'HTML between texts',
      multipart('mixed', htmlPart('<p>a'), textPart('b')),
      '<p>a\n<div style="white-space:pre-wrap">b</div>',
      null,
    ],
    [
      'a signed message',
      multipart('signed', textPart('a'), encoded('application/pgp-signature', 'x')),
      null,
      'a',
    ],
    [
      'an attached text',
      multipart('mixed', textPart('a'), part(['Content-Disposition: attachment; filename=b.txt'], 'b')),
      null,
      'a',
    ],
    [
      'a message inside',
      multipart(
        'mixed',
        textPart('see'),
        part(
          ['Content-Type: message/rfc822'],
          lines('From: A <a@x.example>', 'Subject: =?utf-8?Q?H=C3=B6?=', '', 'b'),
        ),
      ),
      null,
      'see\n\nFrom: A <a@x.example>\nSubject: Hö\n\nb',
    ],
    [
      'a message attached',
      multipart(
        'mixed',
        textPart('a'),
        part(['Content-Type: message/rfc822', 'Content-Disposition: attachment'], 'Subject: x\r\n\r\nb'),
      ),
      null,
      'a',
    ],
    [
      'a multipart that breaks off',
      part(['Content-Type: multipart/mixed; boundary=b'], `--b\r\n${htmlPart('<p>a')}`),
      '<p>a',
      null,
    ],
    [
      'format=flowed',
      part(['Content-Type: text/plain; format=flowed'], 'a \r\nb\r\n> c \r\n> d\r\n  e\r\n-- \r\nf'),
      null,
      'a b\n> c d\n e\n-- \nf',
    ],
    [
      'format=flowed with DelSp',
      part(['Content-Type: text/plain; format=flowed; delsp=yes'], '漢 \r\n字').replace(
        'flowed;',
        'flowed; charset=utf-8;',
      ),
      null,
      '漢字',
    ],
    [
      'quoted-printable',
      part(['Content-Transfer-Encoding: quoted-printable'], 'a=\r\nb=20=C3=A4'),
      null,
      'ab ä',
    ],
    ['base64 with rubbish in it', part(['Content-Transfer-Encoding: base64'], 'YW\r\nJ!j\r\n'), null, 'abc'],
    ['base64 put together', part(['Content-Transfer-Encoding: base64'], 'YQ==\r\nYmM=-_!'), null, 'abc'],
  ])('are shown as mail clients do: %s', async (_name, body, htmlText, plainText) => {
    const frozen = await freeze(message(body))
    expect([frozen.htmlText, frozen.plainText]).toEqual([htmlText, plainText])
  })
})

describe('an asset inside a message', () => {
  const related = (html: string, ...parts: string[]): string =>
    message(multipart('related', htmlPart(html), ...parts))

  it.each([
    ['inline', image('Content-ID: <i@x>', 'Content-Disposition: inline')],
    ['attached', image('Content-ID: <i@x>', 'Content-Disposition: attachment')],
    ['neither', image('Content-ID: i@x')],
    ['not called a picture', encoded('application/octet-stream', png, 'Content-ID: <i@x>')],
  ])('is frozen under its Content-ID: %s', async (_name, imagePart) => {
    const frozen = await freeze(
      related('<img src="cid:i%40x"><p style="background:url(cid:i@x)">', imagePart),
    )
    expect(frozen.assets).toMatchObject([{ url: 'cid:i@x', contentType: 'image/png', length: png.length }])
    expect(frozen.attachedImages).toBeUndefined()
  })

  it('is found by its Content-Location, absolute or relative', async () => {
    const frozen = await freeze(
      related(
        '<img src="http://x.example/a.png"><img src=img/b.png><img src="http://x.example/c.png">',
        image('Content-Location: http://x.example/a.png'),
        image('Content-Location: img/b.png', 'Content-ID: <b>'),
      ),
    )
    expect(frozen.htmlText).toMatch(
      /^<img src="cid:(.+)"><img src="cid:b"><img src="http:\/\/x\.example\/c\.png">$/,
    )
    expect(urlsOf(frozen)).toEqual([expect.stringMatching(/^cid:.+@message\.invalid$/), 'cid:b'])
  })

  it('may be a style sheet with a picture of its own', async () => {
    const css = encoded('text/css', 'p{background:url(cid:i)}', 'Content-ID: <s>')
    const frozen = await freeze(related('<link rel=stylesheet href="cid:s">', css, image('Content-ID: <i>')))
    expect(urlsOf(frozen)).toEqual(['cid:s', 'cid:i'])
    expect(frozen.attachedImages).toBeUndefined()
  })

  it('is shown below the content when nothing refers to it, and alone when there is no content', async () => {
    const photo = encoded(
      'image/png',
      png,
      'Content-Disposition: attachment; filename="=?utf-8?Q?f=C3=B6?=.png"',
    )
    const below = await freeze(message(multipart('mixed', textPart('a'), photo)))
    expect(below).toMatchObject({ htmlText: null, plainText: 'a', attachedImages: [{ name: 'fö.png' }] })
    expect(urlsOf(below)).toEqual(below.attachedImages?.map(({ url }) => url))
    const alone = await freeze(message(photo))
    expect(alone).toMatchObject({ htmlText: null, plainText: null, attachedImages: [{ name: 'fö.png' }] })
  })

  it('is not shown when it is no picture, or one that cannot be decoded', async () => {
    const frozen = await freeze(
      message(
        multipart(
          'mixed',
          textPart('a'),
          encoded('image/png', 'no picture'),
          encoded('image/png', pngOf(50_000, 50_000)),
          encoded('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'),
          encoded('application/zip', 'PK'),
        ),
      ),
    )
    expect(frozen.attachedImages).toBeUndefined()
    expect(frozen.assets).toEqual([])
  })

  it('keeps the first of two with one Content-ID, and shows the other below', async () => {
    const frozen = await freeze(
      related('<img src="cid:i">', image('Content-ID: <i>'), image('Content-ID: <i>')),
    )
    expect(frozen.attachedImages).toHaveLength(1)
    expect(new Set(urlsOf(frozen)).size).toBe(2)
  })

  it('is taken from the message, and the HTML’s other references are fetched', async () => {
    const web = await startSmallWeb((_req, res) => res.end(png))
    const allowing = await startApi({ assetAllow: `127.0.0.1:${web.port}` })
    try {
      const html = `<img src="${web.url}/own.png"><img src="${web.url}/other.png">`
      const raw_source = related(html, image(`Content-Location: ${web.url}/own.png`))
      await fetch(`${allowing.url}/emails`, {
        method: 'POST',
        headers: { ...allowing.headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ raw_source }),
      })
      expect(web.requests).toEqual(['GET /other.png'])
    } finally {
      await allowing.close()
      await web.close()
    }
  })
})

describe('a new version of a message, as HTML and text', () => {
  const html = '<img src="cid:i"><img src="cid:j">'
  const inside = pngOf(20, 20, 70)
  const photo = encoded(
    'image/png',
    png,
    'Content-ID: <p>',
    'Content-Disposition: attachment; filename=p.png',
  )
  const original = message(
    multipart(
      'mixed',
      multipart(
        'related',
        htmlPart(html),
        encoded('image/png', inside, 'Content-ID: <i>'),
        image('Content-ID: <j>'),
      ),
      photo,
    ),
  )

  it('shows the pictures that were inside the message and those that were attached, as does its own next version', async () => {
    const first = await freeze(original)
    const second = await freezeBody({ html_text: html, revision_of: first.guid })
    const third = await freezeBody({ html_text: html, revision_of: second.guid })
    for (const version of [second, third]) {
      expect(version.attachedImages).toEqual([{ url: 'cid:p', name: 'p.png' }])
      expect(urlsOf(version)).toEqual(['cid:p', 'cid:i', 'cid:j'])
      expect(await bytesOf(version, 'cid:i')).toEqual(inside)
      expect(await bytesOf(version, 'cid:j')).toEqual(png)
      expect(await bytesOf(version, 'cid:p')).toEqual(png)
    }
  })

  it('does not show an attached picture again that it now refers to', async () => {
    const { guid } = await freeze(original)
    const version = await freezeBody({ html_text: '<img src="cid:p">', revision_of: guid })
    expect(version.attachedImages).toBeUndefined()
    expect(urlsOf(version)).toEqual(['cid:p'])
  })

  it('shows attached pictures below a text', async () => {
    const { guid } = await freeze(message(multipart('mixed', textPart('a'), photo)))
    const version = await freezeBody({ plain_text: 'b', revision_of: guid })
    expect(version).toMatchObject({ htmlText: null, plainText: 'b', attachedImages: [{ url: 'cid:p' }] })
    expect(urlsOf(version)).toEqual(['cid:p'])
  })

  it('lacks what the message did not have, and everything once its content is erased', async () => {
    const { guid } = await freeze(original)
    const [here, missing] = await Promise.all([
      freezeBody({ html_text: '<img src="cid:i"><img src="cid:k">', revision_of: guid }),
      freezeBody({ html_text: html }),
    ])
    expect(urlsOf(here)).toEqual(['cid:p', 'cid:i'])
    expect(urlsOf(missing)).toEqual([])
    api.clock.advance(48 * 60 * 60 * 1000)
    const late = await freezeBody({ html_text: html, revision_of: guid })
    expect([urlsOf(late), late.attachedImages]).toEqual([[], undefined])
  })

  describe('and its header', () => {
    const withHeader = message(
      htmlPart('<p>Sale</p>'),
      'Received: from a.example by b.example; Fri, 27 Nov 2026 10:00:00 +0000',
      'From: Shop <shop@example.com>',
      'Subject: Sale',
      'Message-ID: sale',
      'Reply-To: a@example.com',
      'Reply-To: b@example.com',
      'List-Unsubscribe:',
      ' <https://example.com/bye>',
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      'DKIM-Signature: v=1; h=from:list-unsubscribe; b=abc',
    )
    const headersOf = async (guid: string) => {
      const answer = await fetch(`${api.url}/emails/${guid}/checks?only=headers`, { headers: api.headers })
      const { checks } = (await answer.json()) as z.output<typeof checksBody>
      const [check] = checks
      if (!check) throw new Error('there is no check')
      const { status, findings } = check
      return {
        status,
        places: findings.flatMap(({ where }) => where ?? []),
        said: findings.map(({ rule, what, fingerprint }) => ({ rule, what, fingerprint })),
      }
    }

    it('is checked as that of the message, without a place, in every later version', async () => {
      const { guid } = await freeze(withHeader)
      const ofMessage = await headersOf(guid)
      expect(ofMessage.said.map(({ rule }) => rule)).toEqual([
        ...['headers/date', 'headers/message-id', 'headers/repeated', 'headers/signed-unsubscribe'],
        'headers/no-text-part',
      ])
      expect(ofMessage.places).toHaveLength(3)
      const second = await freezeBody({ html_text: '<p>Sale!</p>', revision_of: guid })
      const third = await freezeBody({ html_text: '<p>Sale!!</p>', revision_of: second.guid })
      for (const version of [second, third])
        expect(await headersOf(version.guid)).toEqual({ ...ofMessage, places: [] })
      const withText = await freezeBody({ html_text: '<p>a</p>', plain_text: 'a', revision_of: guid })
      expect((await headersOf(withText.guid)).said).toEqual(ofMessage.said.slice(0, -1))
    })

    it('has none of the fields that were of the one copy, or that the version has itself', async () => {
      const { guid } = await freeze(withHeader)
      const { keptHeader } = await freezeBody({ html_text: '<p>Sale!</p>', revision_of: guid })
      expect(keptHeader?.split('\r\n')).toEqual([
        'Message-ID: sale',
        'Reply-To: a@example.com',
        'Reply-To: b@example.com',
        'List-Unsubscribe:',
        ' <https://example.com/bye>',
        'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
        'DKIM-Signature: v=1; h=from:list-unsubscribe; b=abc',
      ])
    })

    it('is not that of an erased message, nor of one that is replaced by a message', async () => {
      const { guid } = await freeze(withHeader)
      const replaced = await freezeBody({ raw_source: original, revision_of: guid })
      expect(replaced.keptHeader).toBeUndefined()
      api.clock.advance(48 * 60 * 60 * 1000)
      const late = await freezeBody({ html_text: html, revision_of: guid })
      expect((await headersOf(late.guid)).status).toBe('not_applicable')
    })
  })

  it('brings its own pictures when it is a message itself', async () => {
    const { guid } = await freeze(original)
    const version = await freezeBody({ raw_source: message(htmlPart(html)), revision_of: guid })
    expect([urlsOf(version), version.attachedImages]).toEqual([[], undefined])
  })
})

/** Processor time of the API's own thread for a hostile message, which other requests wait for. */
const maxThreadMs = 2_000

describe('hostile messages', () => {
  const nested = (depth: number, opening: (n: number) => string, inner: string): string =>
    Array.from({ length: depth }, (_, n) => opening(n)).join('') + inner
  const multiparts = (depth: number): string =>
    nested(
      depth,
      (n) => `Content-Type: multipart/mixed; boundary=b${n}.\r\n\r\n--b${n}.\r\n`,
      textPart('deep'),
    )
  const related = (depth: number): string =>
    nested(
      depth,
      (n) => `Content-Type: multipart/related; boundary=b${n}.\r\n\r\n--b${n}.\r\n`,
      htmlPart('<p>deep'),
    )
  const messages = (depth: number): string =>
    nested(depth, () => 'Content-Type: message/rfc822\r\n\r\n', textPart('deep'))
  const mega = 1024 * 1024

  it.each([
    ['990 nested multiparts', multiparts(990), 200],
    ['10,000 nested multiparts', multiparts(10_000), 400],
    ['990 nested related parts', related(990), 200],
    ['450 messages in messages', messages(450), 200],
    ['900 parts', message(multipart('mixed', ...Array<string>(900).fill(textPart('x')))), 200],
    ['5,000 parts', message(multipart('mixed', ...Array<string>(5_000).fill(textPart('x')))), 400],
    ['100,000 headers', `${'X-A: b\r\n'.repeat(100_000)}${textPart('x')}`, 200],
    ['400,000 headers', `${'X-A: b\r\n'.repeat(400_000)}${textPart('x')}`, 400],
    ['a header of 2 MB', `X-A: ${'b'.repeat(2 * mega)}\r\n${textPart('x')}`, 400],
    ['a header of 200,000 folds', `X-A: b${'\r\n b'.repeat(200_000)}\r\n${textPart('x')}`, 200],
    ['a subject of encoded words', `Subject: ${'=?utf-8?Q?a?= '.repeat(60_000)}\r\n${textPart('x')}`, 200],
    ['parameters without end', `Content-Type: text/plain; ${'a*1=b; '.repeat(100_000)}\r\n\r\nx`, 200],
    ['base64 that never ends', part(['Content-Transfer-Encoding: base64'], 'QUJD'.repeat(2 * mega)), 200],
    [
      'a picture that never ends',
      part(['Content-Type: image/png', 'Content-Transfer-Encoding: base64'], 'QUJD'.repeat(2 * mega)),
      200,
    ],
    [
      'quoted-printable of breaks',
      part(['Content-Transfer-Encoding: quoted-printable'], '=\r\n'.repeat(mega)),
      200,
    ],
    [
      'quoted-printable of blanks',
      part(['Content-Transfer-Encoding: quoted-printable'], `${' '.repeat(mega)}x`),
      200,
    ],
    ['nothing but line breaks', message(multipart('mixed', '\n'.repeat(4 * mega))), 200],
    [
      'almost its boundary, over and over',
      `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n${'--bb\r\n'.repeat(mega)}`,
      200,
    ],
    [
      'a paragraph of a million lines',
      part(['Content-Type: text/plain; format=flowed'], 'a \r\n'.repeat(mega)),
      200,
    ],
  ])('are drawn or refused in time: %s', async (_name, rawSource, status) => {
    let answer: Response | undefined
    const threadMs = await threadMsOf(async () => {
      answer = await post({ raw_source: rawSource })
    })
    expect([answer?.status, await answer?.json()]).toEqual([status, expect.anything()])
    expect(threadMs).toBeLessThan(maxThreadMs)
  })
})

describe('any string', () => {
  const scraps = fc.constantFrom(
    ...[
      '\r\n',
      '\n',
      '\r\n\r\n',
      '--b\r\n',
      '--b--\r\n',
      'Content-Type: ',
      'multipart/mixed; boundary=b',
      'multipart/alternative; boundary="b"',
    ],
    ...[
      'multipart/related;',
      'text/html',
      'text/plain; charset=',
      'message/rfc822',
      'image/png',
      'utf-7',
      'iso-2022-kr',
      'hz-gb-2312',
      'utf-16',
    ],
    ...[
      'Content-Transfer-Encoding: ',
      'base64',
      'quoted-printable',
      'Content-ID: <',
      '>',
      'cid:b',
      'Content-Location: ',
      'http://[',
      'iVBORw0KGgo=',
    ],
    ...[
      'From: ',
      'Subject: =?',
      '?Q?',
      '?=',
      '<img src="cid:b">',
      '=C3',
      '\0',
      '\ufeff',
      '+AGE-',
      '\x1b$)C\x0e',
      '~{',
      '; format=flowed',
      ' \r\n',
      '"',
      '\ud800',
    ],
  )
  const soup = fc.array(fc.oneof(scraps, scraps, fc.string({ unit: 'binary', maxLength: 8 })), {
    maxLength: 60,
  })
  const anything = fc.oneof(
    soup.map((parts) => parts.join('')),
    soup.map((parts) => `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${parts.join('')}`),
    fc.string({ unit: 'binary', maxLength: 500 }),
  )

  it('is accepted or refused, and never causes a 5xx', async () => {
    await fc.assert(
      fc.asyncProperty(anything, async (raw_source) => {
        const response = await post({ raw_source })
        await response.arrayBuffer()
        expect([200, 400]).toContain(response.status)
      }),
      propertyCases,
    )
  }, 600_000)
})
