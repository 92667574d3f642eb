import { createElement, elementsIn, findAttribute, isHtmlElement } from '../html-tree'
import type { Step } from '../message'

const posterStyle = 'display:block;width:100%;height:100%;object-fit:contain;border:0;margin:0;padding:0'
const buttonStyle =
  'position:absolute;left:50%;top:50%;width:48px;height:48px;margin:-24px 0 0 -24px;border-radius:50%;background:rgba(0,0,0,.55)'
const triangleStyle =
  'position:absolute;left:18px;top:13px;border-style:solid;border-width:11px 0 11px 18px;border-color:transparent transparent transparent #fff'

/**
 * Our WebKit plays no video and would show its fallback content: shows the poster instead, with iOS's play button if
 * the video has `controls`. Engineering default: the size of the button. The page needs `videoCss`.
 */
export const showPosters: Step = ({ document }) => {
  for (const video of elementsIn(document)) {
    if (video.tagName !== 'video' || !isHtmlElement(video)) continue
    const poster = findAttribute(video, 'poster')
    const children = [
      poster === null
        ? createElement('span')
        : createElement('img', { src: poster, alt: '', style: posterStyle }),
    ]
    if (findAttribute(video, 'controls') !== null) {
      children.push(
        createElement('span', { style: buttonStyle }, [createElement('span', { style: triangleStyle })]),
      )
    }
    // A box inside the video has the size of its attributes: as `style` of the video it would override the email's CSS.
    const size = ['width', 'height'].flatMap((name) => {
      const pixels = /^\s*(\d{1,5})(?:px)?\s*$/.exec(findAttribute(video, name) ?? '')?.[1]
      return pixels === undefined ? [] : [`${name}:${pixels}px`]
    })
    const style = ['display:block', 'max-width:100%', ...size].join(';')
    const box = createElement('span', { style }, children)
    box.parentNode = video
    video.childNodes = [box]
  }
}

/** A video without size or poster is 300 × 150 px (HTML Living Standard, video element). */
export const videoCss = `:where(video){display:inline-block;position:relative;overflow:hidden;vertical-align:baseline}
:where(video:not([poster],[width])){width:300px;height:150px;background:#000}`
