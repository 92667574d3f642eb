import { drawIn } from '../../../tests/draw-in-client'

describe('a video that our engine does not play', () => {
  it.each(['IPHONE16', 'IPADMINI6', 'APPMAIL16', 'OL2019MAC'])(
    'of %s is its poster, with a button to play it',
    (code) => {
      const html =
        '<video controls poster="https://x.y/p.png" width="300"><source src="https://x.y/a.mp4">No video</video>'
      const { message } = drawIn(code, html)
      expect(message).toMatch(/^<video[^>]*><span style="[^"]*width:300px"><img src="[^"]*p\.png" alt=""/)
      expect(message).toContain('border-radius:50%')
      expect(message).not.toMatch(/No video|<source|a\.mp4/)
    },
  )

  it('has no button without controls, and is black without a poster', () => {
    const { message, page } = drawIn('IPHONE16', '<video src="https://x.y/a.mp4">No video</video>')
    expect(message).not.toMatch(/border-radius|<img|No video/)
    expect(page).toContain(':where(video:not([poster],[width])){width:300px;height:150px;background:#000}')
  })

  it('shows no poster with images off', () => {
    const html = '<video controls poster="https://x.y/p.png"></video>'
    expect(drawIn('IPHONE16', html, { images: 'blocked' }).message).not.toContain('p.png')
  })

  it('is replaced by its fallback content in a client that does not honour <video>', () => {
    expect(drawIn('GMAILIOS', '<video poster="https://x.y/p.png">No video</video>').message).toContain(
      'No video',
    )
  })
})
