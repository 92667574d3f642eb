import { measureMessageSource } from '../message-area'
import { readProgram } from '../read-program'

export const thunderbirdSource = `(() => {
${readProgram('gecko')}
${readProgram('settle')}
${measureMessageSource}
${readProgram('thunderbird')}
return thunderbirdProgram()
})()`
