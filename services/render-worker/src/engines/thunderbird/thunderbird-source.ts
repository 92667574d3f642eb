import { measureMessageSource } from '../message-area'
import { readProgram } from '../read-program'

/** Runs inside Thunderbird with its rights: an expression of an object of functions, for `ChromeProgram.install`. */
export const thunderbirdSource = `(() => {
${readProgram('gecko')}
${readProgram('settle')}
${measureMessageSource}
${readProgram('thunderbird')}
return thunderbirdProgram()
})()`
