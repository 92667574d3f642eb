import { isLongRun } from '@pas/testing/long-run'
import { almostTooLong, expectAnswers, filled } from './expect-answers'
import { stage } from './stage'

const headers = (contentType: string, more = ''): string =>
  `From: a@x.example\nSubject: s\nMIME-Version: 1.0\nContent-Type: ${contentType}\n${more}\n`

const nested = (depth: number): string =>
  Array.from(
    { length: depth },
    (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\n\n--b${at}\n`,
  ).join('') + 'Content-Type: text/html\n\n<p>inside</p>\n'

const parts = (count: number, part: string): string =>
  headers('multipart/mixed; boundary=b') + `--b\n${part}\n`.repeat(count) + '--b--\n'

const attachment =
  'Content-Type: image/gif\nContent-Disposition: attachment; filename=a.gif\nContent-Transfer-Encoding: base64\n\nR0lGODlhAQABAAAAADs='
const base64 = 'Content-Transfer-Encoding: base64\n'

const bombs: Record<string, string> = {
  '1,000 parts in each other': nested(1_000),
  '100,000 parts in each other': nested(100_000),
  '1,000 messages in each other':
    'Content-Type: message/rfc822\n\n'.repeat(1_000) + headers('text/html') + '<p>x',
  '100,000 headers': 'X-Header: value\n'.repeat(100_000) + headers('text/html') + '<p>x',
  'one header of megabytes': headers('text/html', `X: ${filled('y', 4_000_000)}\n`) + '<p>x',
  'a base64 body that never ends': headers('text/html', base64) + filled('PGI+\n', almostTooLong * 0.8),
  'a base64 picture that never ends':
    headers('multipart/related; boundary=b') +
    `--b\nContent-Type: text/html\n\n<img src="cid:a">\n--b\nContent-Type: image/png\nContent-ID: <a>\n${base64}\n${filled('iVBORw0KGgo=\n', almostTooLong * 0.8)}`,
  '900 attached pictures': parts(900, attachment),
  '50,000 attached pictures': parts(50_000, attachment),
  '100,000 empty parts': parts(100_000, ''),
  '100,000 encoded words':
    headers('text/html', `X-A: ${'=?utf-8?q?=41?= '.repeat(50_000)}\n`).replace(
      'Subject: s',
      `Subject: ${'=?x?b?QQ==?= '.repeat(50_000)}`,
    ) + '<p>x',
  '100,000 senders':
    headers('text/plain').replace('a@x.example', '"a, (b" <c@x.example>, '.repeat(50_000)) + 'x',
  '100,000 parameters':
    headers(`text/plain${Array.from({ length: 50_000 }, (_, n) => `; charset*${n}*=%41`).join('')}`) + 'x',
  'a boundary of megabytes':
    headers(`multipart/mixed; boundary="${filled('-', 900_000)}"`) + filled('-', 5_000_000),
  'a boundary that is everywhere': headers('multipart/mixed; boundary=""') + '--\n'.repeat(1_000_000),
  'quoted-printable line ends':
    headers('text/html', 'Content-Transfer-Encoding: quoted-printable\n') + '=\n'.repeat(2_500_000),
  'flowing text without end': headers('text/plain; format=flowed; delsp=yes') + '> \n'.repeat(2_000_000),
  'shifts without end': headers('text/plain; charset=hz-gb-2312') + '~{'.repeat(4_000_000),
  'UTF-7 without end': headers('text/plain; charset=utf-7') + '+'.repeat(4_000_000),
  'style sheets that import each other':
    headers('multipart/related; boundary=b') +
    `--b\nContent-Type: text/html\n\n<link rel=stylesheet href="cid:0"><p>x\n` +
    Array.from(
      { length: 400 },
      (_, n) =>
        `--b\nContent-Type: text/css\nContent-ID: <${n}>\n\n@import "cid:${(n + 1) % 400}";@import "cid:${n}";\n`,
    ).join(''),
  'nothing but blank lines': '\n'.repeat(4_000_000),
  'no message at all': '\0\u00ff'.repeat(500_000),
}
const quick = [
  '1,000 parts in each other',
  '100,000 headers',
  'a base64 body that never ends',
  '900 attached pictures',
  'style sheets that import each other',
]

/** Charsets of every family that mail programs name, and names of none. */
const charsets = [
  ...['utf-7', 'utf-16', 'hz-gb-2312', 'iso-2022-kr', 'x-user-defined', 'no-such-charset'],
  ...(isLongRun
    ? 'utf-8 us-ascii ascii utf-16le utf-16be utf-32 ucs-2 iso-2022-jp iso-2022-cn euc-jp euc-kr shift_jis big5 big5-hkscs gb2312 gbk gb18030 koi8-r koi8-u macintosh x-mac-cyrillic ibm866 cp437 cp850 tis-620 viscii utf-8-mac unknown-8bit x-unknown "" binary cp65001 utf-1 bocu-1 scsu imap4-utf-7'.split(
        ' ',
      )
    : []),
  ...(isLongRun ? Array.from({ length: 16 }, (_, n) => `iso-8859-${n + 1}`) : []),
  ...(isLongRun ? Array.from({ length: 9 }, (_, n) => `windows-125${n}`) : []),
]

describe('a hostile MIME message', () => {
  const named = Object.keys(bombs).filter((name) => isLongRun || quick.includes(name))

  it('is drawn, or refused clearly and in time, and delays no other email', async () => {
    const all = async (): Promise<void> => {
      for (const name of named) await expectAnswers(stage, { raw_source: bombs[name] })
    }
    await stage.expectNeighbourInTime(all())
  }, 300_000)

  it('reaches nothing of the internal network', async () => {
    const internal = `http://127.0.0.1:${stage.web.port}`
    const html = `<img src="cid:a"><img src="${internal}/1"><link rel=stylesheet href="cid:css"><img src="2.png"><iframe src="cid:html"></iframe>`
    const raw = `${headers('multipart/related; boundary=b', `Content-Base: ${internal}/\nContent-Location: ${internal}/base/\n`)}--b
Content-Type: text/html\nContent-Location: ${internal}/html\n\n${html}
--b\nContent-Type: text/css\nContent-ID: <css>\n\n@import "${internal}/3";p{background:url(${internal}/4)}
--b\nContent-Type: message/external-body; access-type=URL; URL="${internal}/5"\nContent-ID: <a>\n\nContent-Type: image/png\n
--b\nContent-Type: text/html\nContent-ID: <html>\n\n<script src="${internal}/6"></script>\n--b--\n`
    const { status, guid } = await stage.post({ raw_source: raw })
    expect(status).toBe(200)
    for (const emailClient of ['CHROMEGMAILNEW', 'PLAINTEXT'])
      expect(await stage.draw(guid, emailClient)).toMatchObject({ status: 301 })
  })

  it('is drawn in every charset that it may name, also in unknown ones', async () => {
    const bytes =
      'readable '.repeat(5) + Array.from({ length: 128 }, (_, n) => String.fromCharCode(128 + n)).join('')
    for (const charset of charsets) {
      const raw = headers(`text/html; charset=${charset}`) + `<p>${bytes}</p>`
      const { status, guid } = await stage.post({ raw_source: raw })
      expect([charset, status]).toEqual([charset, 200])
      const drawn = await stage.draw(guid, 'CHROMEGMAILNEW')
      expect([charset, drawn.status]).toEqual([charset, 301])
    }
  }, 300_000)
})
