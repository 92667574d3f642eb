import type { Configuration } from '../configuration/read-configuration'
import type { PostedEmails } from '../posted-emails'
import type { CommandService } from '../command-service'
import type { Arguments } from './arguments'
import type { Console } from './console'
import type { Surroundings } from './surroundings'

/** What a command works with. */
export interface Run {
  args: Arguments
  configuration: Configuration
  /** Codes; null: those that the service takes where none is named. */
  clients: readonly string[] | null
  service: CommandService
  url: string
  posted: PostedEmails
  surroundings: Surroundings
  console: Console
}
