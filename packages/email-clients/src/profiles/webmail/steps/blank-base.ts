import type { SourceStep } from '../../../emulate/message'

/** Where `<base>` counts for nothing, relative addresses stay relative; blanks keep all other places where they are. */
export function blankBase(source: string): SourceStep {
  return (email) => {
    let count = 0
    const html = email.html.replace(/<base(?=[\s/>])[^<>]*>/gi, (tag) => {
      count += 1
      return tag.replace(/[^\r\n]/g, ' ')
    })
    if (count === 0) return
    email.html = html
    email.changes.record({ rule: 'element-unsupported', what: '<base>', source }, null, count)
  }
}
