import { createElement, createText } from '../../../engine/html-tree'
import type { Step } from '../../../engine/message'

/** Gmail's line under a clipped message (EoA 2018, 3). */
export const addClipNotice: Step = ({ body, clipped }) => {
  if (!clipped) return
  const link = createElement('a', { href: '#', target: '_blank' }, [createText('View entire message')])
  const notice = createElement('div', { class: 'clip-notice' }, [
    createText('[Message clipped]\u00a0 '),
    link,
  ])
  notice.parentNode = body
  body.childNodes.push(notice)
}
