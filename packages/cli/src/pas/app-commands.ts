import type { ListedApplication } from '@pas/accounts/list-oauth-applications'
import { apiKeyPrefix } from '@pas/accounts/secrets'
import type { Command } from 'commander'
import { collect, integerId } from './option-values'
import { perform, type CommandContext } from './perform'
import type { AnswerRow } from './render-answer'

/** Adds `pas app create`, `list`, `disable`, `enable`, `callbacks` and `rotate-secret`. */
export function addAppCommands(program: Command, context: CommandContext): void {
  const app = program.command('app').description("third parties' applications")
  const applicationCommand = (verb: string, description: string): Command =>
    app
      .command(verb)
      .description(description)
      .requiredOption('--client-id <client-id>', "the application's client_id")

  app
    .command('create')
    .description('register an application and make its first API key; both secrets are shown this once')
    .requiredOption('--account <id>', 'the account that owns it', integerId)
    .requiredOption('--name <name>', 'what users read when they are asked')
    .requiredOption('--callback <uri>', 'an https callback URI; give as many as there are', collect)
    .action(({ account: accountId, name, callback }: { account: number; name: string; callback: string[] }) =>
      perform(context, {
        action: 'application.create',
        target: 'application',
        work: async (deps) => {
          const { createApiKey } = await import('@pas/accounts/create-api-key')
          const { createOauthApplication } = await import('@pas/accounts/create-oauth-application')
          const created = await createOauthApplication(deps, { accountId, name, callbackUris: callback })
          const { clientId, clientSecret } = created
          const apiKey = await createApiKey(deps, { accountId, clientId })
          return {
            answer: { client_id: clientId, client_secret: clientSecret, api_key: apiKey },
            target: `application:${clientId}`,
            details: { account_id: accountId, callbacks: callback, api_key: apiKeyPrefix(apiKey) },
          }
        },
      }),
    )

  app
    .command('list')
    .description('show every application')
    .action(() =>
      perform(context, {
        action: 'application.list',
        target: 'applications',
        work: async (deps) => {
          const { listOauthApplications } = await import('@pas/accounts/list-oauth-applications')
          return { answer: (await listOauthApplications(deps)).map(listedRow) }
        },
      }),
    )

  for (const [verb, disabled] of [
    ['disable', true],
    ['enable', false],
  ] as const) {
    applicationCommand(
      verb,
      disabled
        ? 'shut an application out, and end its tokens for good'
        : 'let an application in again: it authorizes anew, users are not asked again',
    ).action(async ({ clientId }: { clientId: string }) => {
      const { markApplicationDisabled, setApplicationDisabled } =
        await import('@pas/accounts/set-application-disabled')
      await perform(context, {
        action: `application.${verb}`,
        target: `application:${clientId}`,
        work: async (deps) => {
          if (disabled) await markApplicationDisabled(deps, clientId)
          else await setApplicationDisabled(deps, clientId, false)
          return { answer: {} }
        },
        afterwards: disabled ? (deps) => setApplicationDisabled(deps, clientId, true) : undefined,
      })
    })
  }

  applicationCommand('callbacks', 'replace the callback URIs')
    .requiredOption('--set <uri>', 'an https callback URI; give as many as there are', collect)
    .action(({ clientId, set }: { clientId: string; set: string[] }) =>
      perform(context, {
        action: 'application.set_callbacks',
        target: `application:${clientId}`,
        work: async (deps) => {
          const { setCallbackUris } = await import('@pas/accounts/set-callback-uris')
          const callbacks = await setCallbackUris(deps, clientId, set)
          return { answer: { callbacks }, details: { callbacks } }
        },
      }),
    )

  applicationCommand('rotate-secret', 'make a new client_secret; the old one is worthless at once').action(
    ({ clientId }: { clientId: string }) =>
      perform(context, {
        action: 'application.rotate_secret',
        target: `application:${clientId}`,
        work: async (deps) => {
          const { rotateClientSecret } = await import('@pas/accounts/rotate-client-secret')
          return { answer: { client_secret: await rotateClientSecret(deps, clientId) } }
        },
      }),
  )
}

const listedRow = (application: ListedApplication): AnswerRow => ({
  client_id: application.clientId,
  name: application.name,
  account_id: application.accountId,
  callbacks: application.callbackUris,
  status: application.status,
  created_at: application.createdAt.toISOString(),
})
