import type { Step } from '../../../engine/message'
import { setAttribute } from '../../../engine/html-tree'
import { replaceTexts } from '../../../engine/replace-texts'

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const skippedElements = new Set(['style', 'title'])

/** One word is enough, whatever direction the email declares. */
export const turnRightToLeft: Step = ({ body, changes }) => {
  let found = false
  replaceTexts(body, skippedElements, ({ value }) => {
    found ||= rightToLeft.test(value)
    return null
  })
  if (!found) return
  setAttribute(body, 'dir', 'rtl')
  const source = 'caniemail css-direction note 1, 2021-10'
  changes.record({ rule: 'message-turned-right-to-left', what: 'direction', source }, null)
}
