import { publishedName } from './published-name'

/** What was asked cannot be done, whatever the service says. Status 2. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError'
}

export const seeHelp = `See '${publishedName} --help'.`
