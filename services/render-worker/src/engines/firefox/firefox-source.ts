import { measureMessageSource } from '../message-area'
import { readProgram } from '../read-program'

const documentSource = [readProgram('settle'), measureMessageSource, readProgram('firefox-document')].join(
  '\n',
)
const documentScript = `data:application/javascript;charset=utf-8,${encodeURIComponent(documentSource)}`

export const firefoxSource = `(() => {
${readProgram('gecko')}
${readProgram('firefox')}
return firefoxProgram(${JSON.stringify(documentScript)})
})()`
