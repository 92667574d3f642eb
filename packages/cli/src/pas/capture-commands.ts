import { countCaptures } from '@pas/captures/count-captures'
import { requestCaptures } from '@pas/captures/request-captures'
import { retryFailed } from '@pas/captures/retry-failed'
import { emailClients } from '@pas/email-clients/catalogue/catalogue'
import type { Command } from 'commander'
import { perform, type CommandContext } from './perform'
import { withRedis } from './with-redis'

/** Adds `pas captures stats` and `retry-failed`. */
export function addCaptureCommands(program: Command, context: CommandContext): void {
  const captures = program.command('captures').description('captures that wait, are under way or failed')
  captures
    .command('stats')
    .description('how many captures of each engine wait, are under way and failed')
    .action(() =>
      perform(context, {
        action: 'captures.stats',
        target: 'captures',
        work: async (deps) => {
          const engines = [...new Set(emailClients.map(({ engine }) => engine))]
          return { answer: (await countCaptures(deps, engines)).map((count) => ({ ...count })) }
        },
      }),
    )
  captures
    .command('retry-failed')
    .description('try failed captures again, of emails that still take captures')
    .action(() => {
      const { REDIS_URL, REDIS_PREFIX: prefix = 'pas' } = context.readEnvironment()
      return withRedis(REDIS_URL, (redisConnection) =>
        perform(context, {
          action: 'captures.retry_failed',
          target: 'captures',
          work: async (deps) => {
            // BullMQ is most of what the program would load, and only this command needs it, so it is loaded here.
            const { withCaptureQueues } = await import('./with-capture-queues')
            const captures = await retryFailed(deps)
            const engines = [...new Set(captures.map(({ engine }) => engine))]
            await withCaptureQueues({ redisConnection, prefix }, engines, (captureQueues) =>
              requestCaptures(captureQueues, captures),
            )
            const retried = captures.length
            return { answer: { retried }, details: { retried } }
          },
        }),
      )
    })
}
