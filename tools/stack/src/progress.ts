export { CannotGoOn as StackError, nameProgress, progress } from '../../../bin/progress.cjs'
