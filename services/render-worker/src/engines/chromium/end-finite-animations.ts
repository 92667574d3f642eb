import { readProgram } from '../read-program'

/** JavaScript for a page whose animations stand at their start: it moves each finite one to its end. */
export const endFiniteAnimationsSource = readProgram('end-finite-animations')
