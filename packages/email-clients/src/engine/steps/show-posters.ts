import { createElement, elementsIn, findAttribute, isHtmlElement } from '../html-tree'
import type { Step } from '../message'

const posterStyle = 'display:block;width:100%;height:100%;object-fit:contain;border:0;margin:0;padding:0'
const buttonStyle =
  'position:absolute;left:50%;top:50%;width:48px;height:48px;margin:-24px 0 0 -24px;border-radius:50%;background:rgba(0,0,0,.55)'
const triangleStyle =
  'position:absolute;left:18px;top:13px;border-style:solid;border-width:11px 0 11px 18px;border-color:transparent transparent transparent #fff'

/**
 * Our WebKit plays no video and would show the fallback. With `controls`, draws iOS's play button. Engineering default:
 * the size of the button. The page needs `videoCss`.
 */
export const showPosters: Step = ({ document }) => {
  for (const video of elementsIn(document)) {
    if (video.tagName !== 'video' || !isHtmlElement(video)) continue
    const poster = findAttribute(video, 'poster')
    const size = Object.fromEntries(
      ['width', 'height'].flatMap((name) => {
        const pixels = /^\s*(\d{1,5})(?:px)?\s*$/.exec(findAttribute(video, name) ?? '')?.[1]
        return pixels === undefined ? [] : [[name, `${pixels}px`]]
      }),
    )
    // An element around the poster has the video's size, so that the video's own CSS overrides it, as it overrides
    // attributes.
    const boxStyle = Object.entries(size).map(([name, length]) => `${name}:${length}`)
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
    const box = createElement(
      'span',
      { style: ['display:block', 'max-width:100%', ...boxStyle].join(';') },
      children,
    )
    box.parentNode = video
    video.childNodes = [box]
  }
}

/** A video without size or poster is 300 × 150 px (HTML Living Standard, video element). */
export const videoCss = `:where(video){display:inline-block;position:relative;overflow:hidden;vertical-align:baseline}
:where(video:not([poster],[width])){width:300px;height:150px;background:#000}`
