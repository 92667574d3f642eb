import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { placeOf } from '../../../../engine/html-tree'
import { isCarried } from '../../../../engine/is-carried'
import type { Message } from '../../../../engine/message'

/** Reports a picture that is not shown, because images are off or Word does not show its `data:` address. */
export function showsPicture(address: string, element: Tree.Element, message: Message): boolean {
  const { images, support, changes } = message
  const what = `<${element.tagName}> src`
  if (images === 'blocked' && !isCarried(address)) {
    const source = 'campaignmonitor, image blocking: Outlook on Windows fetches no picture'
    changes.record({ rule: 'image-blocked', what, source }, placeOf(element, 'src'))
    return false
  }
  if (!/^\s*data:/i.test(address)) return true
  const { honoured, source } = support.judge('image-format', 'base64')
  if (!honoured) changes.record({ rule: 'image-not-shown', what, source }, placeOf(element, 'src'))
  return honoured
}
