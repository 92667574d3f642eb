import { setTimeout } from 'node:timers/promises'
import type { Picture } from '../engine'
import type { MessageArea } from '../message-area'
import { pictureArea, pngSize, type Area } from '../picture-area'
import { CdpError } from './cdp-connection'
import { hiddenViewport, showPart, type PreparedPage } from './prepared-page'

export async function takePicture(page: PreparedPage, { area, left, scale }: MessageArea): Promise<Picture> {
  const { clip, truncated } = pictureArea(area, page.frame.deviceScaleFactor * scale)
  // The protocol counts from where the page begins, also beyond the window's left.
  const part = { ...clip, x: clip.x - left, scale }
  const png = await (page.drawsOnCommand ? drawFrame(page, part) : takeScreenshot(page, part))
  return { png, ...pngSize(png), truncated }
}

type Part = Area & { scale: number }

const png = { format: 'png', optimizeForSpeed: true } as const

async function takeScreenshot({ session }: PreparedPage, clip: Part): Promise<Buffer> {
  const { data } = await session.send('Page.captureScreenshot', {
    ...png,
    captureBeyondViewport: true,
    clip,
  })
  return asBytes(data)
}

/** A page's first frame has the window's new size, and only then comes a picture: on a busy machine some frames later. */
const maxFrames = 200
const maxPauseMs = 50

async function drawFrame(page: PreparedPage, part: Part): Promise<Buffer> {
  const { session, frame } = page
  const density = frame.deviceScaleFactor * part.scale
  const shown = [
    showPart(page, part),
    session.send('Emulation.setVisibleSize', {
      width: Math.round(part.width * density),
      height: Math.round(part.height * density),
    }),
  ]
  await Promise.all(shown)
  for (let count = 0; count < maxFrames; count++) {
    const { screenshotData } = await session.send('HeadlessExperimental.beginFrame', { screenshot: png })
    if (screenshotData !== undefined) {
      await showPart(page, hiddenViewport)
      return asBytes(screenshotData)
    }
    await setTimeout(Math.min(count, maxPauseMs))
  }
  throw new CdpError('the page drew no frame')
}

/** The protocol's types describe JSON; over CBOR, binary members are a Buffer. */
const asBytes = (binary: string): Buffer => binary as unknown as Buffer
