import { exampleEmail, exampleGuid, examplePreviewList } from '../../../api/src/openapi/examples'
import { relayedPathOf } from '../relayed-path'
import { assetsAnswer, emailAnswer, previewListAnswer, shareListAnswer } from './schema'

describe('an answer of an API that is a release behind', () => {
  it('is read without inboxes', () => {
    const email = { ...exampleEmail, inbox: undefined, recipients: undefined, unread: undefined }
    expect(emailAnswer.parse(email)).toMatchObject({ inbox: null, recipients: [], unread: false })
  })

  it('is read without what draws its pictures', () => {
    const preview = { ...examplePreviewList.previews[0], drawn_by: undefined }
    const { previews } = previewListAnswer.parse({ ...examplePreviewList, previews: [preview] })
    const urls = Object.entries(preview)
      .filter(([name]) => name.endsWith('_url'))
      .map(([name, url]): [string, string] => [name, relayedPathOf(String(url))])
    expect(previews).toEqual([{ ...preview, drawn_by: '', ...Object.fromEntries(urls) }])
  })
})

describe('an answer of an API that is a release ahead', () => {
  it('is read without the members that are new', () => {
    const read = emailAnswer.parse({ ...exampleEmail, anew: 1 })
    expect(read).toEqual({ ...exampleEmail, end_user_id: undefined })
  })

  it('may have a new failure, reason or status of a share link', () => {
    const failed = {
      ...examplePreviewList.previews[1],
      status: 'failed',
      failure: 'anew',
      description: 'New.',
    }
    expect(previewListAnswer.parse({ ...examplePreviewList, previews: [failed] }).previews).toEqual([failed])
    const asset = { url: 'cid:x', status: 'failed', http_status: null, bytes: null, content_type: null }
    const [lost] = assetsAnswer.parse([{ ...asset, reason: 'anew', where: null }])
    expect(lost).toMatchObject({ reason: 'anew', width: null })
    const share = { share_id: exampleGuid, email_guid: exampleGuid, label: null, revoked_at: null, views: 0 }
    const expires = { expires_at: '2026-11-24T09:00:10.000Z' }
    const list = { shares: [{ ...share, ...expires, shows: ['anew'], status: 'anew' }] }
    expect(shareListAnswer.parse(list).shares).toEqual([{ ...share, ...expires, status: 'anew' }])
  })
})
