import { failedColumns } from '@pas/testing/preview-columns'
import { addCapture, pathOf, startImages, type TestImages } from './start-images'

describe('a picture that is not there', () => {
  let images: TestImages
  beforeAll(async () => {
    images = await startImages()
  })
  afterAll(() => images.close())

  async function expectNotFound(path: string): Promise<void> {
    for (const method of ['GET', 'HEAD']) {
      const response = await images.fetch(path, { method })
      expect(response.status).toBe(404)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      const body = await response.text()
      if (method === 'GET')
        expect(JSON.parse(body)).toEqual({
          status: 404,
          title: 'Not found',
          code: 'not_found',
          description: expect.any(String) as string,
          request_id: response.headers.get('x-request-id'),
        })
    }
  }

  it.each([
    '/captures/unknown/full.png',
    '/captures/un%00known/full.png',
    '/captures/..%2f..%2fetc/full.png',
    '/captures/%2e%2e/full.png',
    '/captures/full.png',
    '/captures/',
    '/',
  ])('%s is 404', expectNotFound)

  it.each(['thumb200.png', 'full.jpg', 'full', 'email.json'])('%s of a capture is 404', async (name) => {
    const preview = await addCapture(images)
    await expectNotFound(`/captures/${preview.imageToken}/${name}`)
  })

  it('a failed preview is 404', async () => {
    const { id } = await addCapture(images)
    const preview = await images.db.preview.update({ where: { id }, data: failedColumns(images.clock.now()) })
    await expectNotFound(pathOf(preview))
    await expectNotFound(pathOf(preview, 'thumb'))
    expect(await images.db.preview.findUnique({ where: { id } })).toEqual(preview)
  })

  it('a deleted email’s picture is 404', async () => {
    const preview = await addCapture(images)
    await images.db.email.delete({ where: { id: preview.emailId } })
    await expectNotFound(pathOf(preview))
  })
})
