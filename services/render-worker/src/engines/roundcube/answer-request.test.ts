import { answerRequest } from './answer-request'

const own = { name: 'm0', uid: 1, remove: () => Promise.resolve() }
const origin = 'http://roundcube.invalid'
const answer = (target: string) => answerRequest(new URL(target, origin), own, '/public')

describe('what a page may request from Roundcube', () => {
  it.each([
    ['/skins/elastic/styles/styles.min.css?s=1', '/public/skins/elastic/styles/styles.min.css'],
    ['/skins/elastic/fonts/roboto-v29-regular.woff2', '/public/skins/elastic/fonts/roboto-v29-regular.woff2'],
    ['/program/resources/blocked.gif', '/public/program/resources/blocked.gif'],
  ])('is a file of the skin: %s', (target, file) => {
    expect(answer(target)).toEqual({ file })
  })

  it.each([
    [
      '/?_task=mail&_action=get&_mbox=m0&_uid=1&_token=x&_part=2&_embed=1&_mimeclass=image',
      '/?_task=mail&_action=get&_mbox=m0&_uid=1&_part=2&_embed=1&_mimeclass=image',
    ],
    [
      '/?_task=mail&_action=get&_mbox=m0&_uid=1&_part=2&_download=1',
      '/?_task=mail&_action=get&_mbox=m0&_uid=1&_part=2',
    ],
  ])('is a picture of its message, answered as an image only: %s', (target, asked) => {
    const given = answer(target)
    expect(given).toEqual({ target: asked, contentType: /^image\// })
  })

  it('is a style sheet that the message links, answered as a style sheet only', () => {
    const target = '/?_task=utils&_action=modcss&_u=tmp-1.css&_c=a&_p=v1'
    expect(answer(target)).toEqual({ target, contentType: /^text\/css/ })
  })

  it.each([
    '/?_task=logout',
    '/',
    '/index.php?_task=mail&_action=get&_mbox=m0',
    '/?_task=mail&_action=get&_mbox=m1&_uid=1&_part=2',
    '/?_task=mail&_action=delete&_mbox=m0&_uid=1',
    '/?_task=mail&_action=preview&_mbox=m0&_uid=1',
    '/?_task=addressbook&_action=photo&_email=a',
    '/skins/../index.php',
    '/skins/elastic/%2e%2e/%2e%2e/x.css',
    '/skins/elastic/%2e%2e%2f%2e%2e%2fx.css',
    '/skins/elastic/ui.min.js',
  ])('is not %s', (target) => {
    expect(answer(target)).toBeNull()
  })

  it('is passed on as a new query, as PHP may parse the given one in another way', () => {
    const target = '/?_task=mail&_action=get&_mbox=m0&_part=2&_task=logout&_part[]=3&_frame=1'
    expect(answer(target)).toMatchObject({ target: '/?_task=mail&_action=get&_mbox=m0&_uid=1&_part=2' })
  })
})
