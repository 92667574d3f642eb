import { answerPageRequest, type SkinFiles } from './page-requests'
import type { WebmailResponse } from './webmail'

const own = { name: 'm0', uid: 1, remove: () => Promise.resolve() }

/** What the webmail is asked for, by a page of the mailbox `m0`, when the browser asks for `url`. */
async function askedFor(
  url: string,
  contentType = 'image/png',
): Promise<{ asked: string[]; response: WebmailResponse | null }> {
  const asked: string[] = []
  const get = (target: string): Promise<WebmailResponse> => {
    asked.push(target)
    return Promise.resolve({ status: 200, contentType, body: Buffer.alloc(1) })
  }
  const response = await answerPageRequest(url, { session: { get }, mailbox: own, skinFiles: new Map() })
  return { asked, response }
}

describe('what a page may ask the webmail for', () => {
  it.each([
    ['/skins/elastic/styles/styles.min.css?s=1', '/skins/elastic/styles/styles.min.css'],
    ['/skins/elastic/fonts/roboto-v29-regular.woff2', '/skins/elastic/fonts/roboto-v29-regular.woff2'],
    ['/program/resources/blocked.gif', '/program/resources/blocked.gif'],
    [
      '/?_task=mail&_action=get&_mbox=m0&_uid=1&_token=x&_part=2&_embed=1&_mimeclass=image',
      '/?_task=mail&_action=get&_mbox=m0&_uid=1&_part=2&_embed=1&_mimeclass=image',
    ],
    [
      '/?_task=mail&_action=get&_mbox=m0&_uid=1&_part=2&_download=1',
      '/?_task=mail&_action=get&_mbox=m0&_uid=1&_part=2',
    ],
  ])('is %s', async (target, asked) => {
    const answer = await askedFor(`http://roundcube.invalid${target}`)
    expect(answer.asked).toEqual([asked])
    expect(answer.response).not.toBeNull()
  })

  it('is a style sheet that the message links, as one', async () => {
    const url = 'http://roundcube.invalid/?_task=utils&_action=modcss&_u=tmp-1.css&_c=a&_p=v1'
    expect((await askedFor(url, 'text/css;charset=UTF-8')).response).not.toBeNull()
    expect((await askedFor(url, 'text/html')).response).toBeNull()
  })

  it.each([
    'http://roundcube.invalid/?_task=logout',
    'http://roundcube.invalid/',
    'http://roundcube.invalid/index.php?_task=mail&_action=get&_mbox=m0',
    'http://roundcube.invalid/?_task=mail&_action=get&_mbox=m1&_uid=1&_part=2',
    'http://roundcube.invalid/?_task=mail&_action=delete&_mbox=m0&_uid=1',
    'http://roundcube.invalid/?_task=mail&_action=preview&_mbox=m0&_uid=1',
    'http://roundcube.invalid/?_task=addressbook&_action=photo&_email=a',
    'http://roundcube.invalid/skins/../index.php',
    'http://roundcube.invalid/skins/elastic/%2e%2e/%2e%2e/x.css',
    'http://roundcube.invalid/skins/elastic/ui.min.js',
    'http://roundcube.invalid:8080/skins/a.css',
    'http://127.0.0.1/skins/a.css',
  ])('is not %s', async (url) => {
    expect(await askedFor(url)).toEqual({ asked: [], response: null })
  })

  it('is asked anew where PHP might read it otherwise', async () => {
    const { asked } = await askedFor(
      'http://roundcube.invalid/?_task=mail&_action=get&_mbox=m0&_part=2&_task=logout&_part[]=3&_frame=1',
    )
    expect(asked).toEqual(['/?_task=mail&_action=get&_mbox=m0&_uid=1&_part=2'])
  })

  it('is no page, even where it stands for a picture', async () => {
    const { response } = await askedFor(
      'http://roundcube.invalid/?_task=mail&_action=get&_mbox=m0&_uid=1&_part=1',
      'text/html',
    )
    expect(response).toBeNull()
  })

  it('is a file of the skin also when the capture that asked for it first has ended', async () => {
    const url = 'http://roundcube.invalid/skins/elastic/styles/styles.min.css'
    const file = { status: 200, contentType: 'text/css', body: Buffer.alloc(1) }
    const skinFiles: SkinFiles = new Map()
    const ended = { get: () => Promise.reject(new Error('ended')) }
    const other = { get: () => Promise.resolve(file) }
    const answers = [ended, other].map((session) =>
      answerPageRequest(url, { session, mailbox: own, skinFiles }),
    )
    await expect(answers[0]).rejects.toThrow('ended')
    expect(await answers[1]).toBe(file)
  })
})
