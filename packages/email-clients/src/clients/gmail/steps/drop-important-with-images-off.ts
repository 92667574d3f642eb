import { walk } from 'css-tree'
import type { Step } from '../../../engine/message'
import { placeOfCss } from '../../../engine/parse-css'

const source = 'email-bugs 70, 2019-11-14'

/** For accounts in which Gmail asks before displaying external images. */
export const dropImportantWithImagesOff: Step = ({ images, styleBlocks, changes }) => {
  if (images === 'allowed') return
  for (const { sheet } of styleBlocks) {
    if (!sheet) continue
    walk(sheet, {
      visit: 'Declaration',
      enter(declaration) {
        if (declaration.important === false) return
        declaration.important = false
        changes.record(
          { rule: 'important-lost', what: declaration.property, source },
          placeOfCss(declaration.loc),
        )
      },
    })
  }
}
