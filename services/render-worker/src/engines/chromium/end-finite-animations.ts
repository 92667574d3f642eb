import { readProgram } from '../read-program'

export const endFiniteAnimationsSource = readProgram('end-finite-animations')
