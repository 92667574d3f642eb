import type { OtherService } from '@pas/email-clients/moving-from'
import { Argument, type Command } from 'commander'
import { CommandError } from './command-error'
import type { CommandContext } from './perform'
import { answerRow, renderAnswer } from './render-answer'

const services = ['litmus', 'email-on-acid'] satisfies OtherService[]

/** Reads no database, and leaves no audit row. */
export function addMovingFromCommand(program: Command, context: CommandContext): void {
  program
    .command('moving-from')
    .description("which of another service's email clients are here, and what differs on the wire")
    .addArgument(new Argument('<service>', 'the other service').choices(services))
    .argument('<file>', "its ids: one a line, or as JSON of its API or gem; '-' for standard input")
    .action(async (service: OtherService, file: string) => {
      const { moveEmailClients, otherServices, readEmailClientIds } =
        await import('@pas/email-clients/moving-from')
      const ids = readEmailClientIds(file === '-' ? await context.readIn() : await readText(file))
      if (ids.length === 0)
        throw new CommandError('usage', `${file} has no id: write one a line, such as ol2016 or outlook16.`)
      const clients = moveEmailClients(service, ids).map(({ id, found, name, emailClient }) =>
        answerRow({
          ...{ id, found, theirName: name, code: emailClient?.code ?? null },
          name: emailClient && `${emailClient.name}, ${emailClient.platform}`,
          ...{ confidence: emailClient?.confidence ?? null, asOf: emailClient?.asOf ?? null },
        }),
      )
      const { sources, wire } = otherServices[service]
      const differences = wire.map(({ source: _source, ...difference }) => difference)
      const read = Object.values(sources).map(
        ({ title, repository, path, commit }) => `${title}: ${repository}/blob/${commit}/${path}\n`,
      )
      context.print(
        { clients, wire: differences, sources: Object.values(sources) },
        `${renderAnswer(clients)}\n${renderAnswer(differences)}\nSources:\n${read.join('')}`,
      )
    })
}

async function readText(file: string): Promise<string> {
  const { readFile } = await import('node:fs/promises')
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new CommandError('usage', `${file} cannot be read: check its path.`, { cause })
  })
}
