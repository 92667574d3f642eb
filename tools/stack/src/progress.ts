export { CannotGoOn as StackError, progress } from '../../../bin/progress.cjs'
