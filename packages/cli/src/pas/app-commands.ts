import type { ApplicationFilter } from '@pas/accounts/list-oauth-applications'
import { statusOf } from '@pas/accounts/listed-status'
import { apiKeyPrefix } from '@pas/accounts/secrets'
import type { Command } from 'commander'
import { confirmDeletion, describeLinks } from './confirm'
import { actOn, namedApplication } from './named-thing'
import { collect, integerId, statusOption, withListOptions } from './option-values'
import { perform, type CommandContext } from './perform'
import { afterHint, printList } from './print-list'
import { addSwitchCommands, ownOption } from './switch-commands'

export function addAppCommands(program: Command, context: CommandContext): void {
  const app = program.command('app').description("third parties' applications")
  addCreate(app, context)
  addList(app, context)
  addSwitchCommands(app, context, {
    noun: 'application',
    naming: namedApplication,
    descriptions: {
      disable: 'shut an application out, and end its tokens for good',
      enable: 'let an application in again: it authorizes anew, users are not asked again',
    },
    refusedTarget: (clientId) => `application:${clientId}`,
    refuseOwn: async (deps, clientId) => {
      const { refuseOwnApplication } = await import('./refuse-own')
      await refuseOwnApplication(deps, clientId, 'disable')
    },
    load: async () => {
      const { getOauthApplication } = await import('@pas/accounts/get-oauth-application')
      const { markApplicationDisabled, setApplicationDisabled } =
        await import('@pas/accounts/set-application-disabled')
      return {
        find: async (deps, clientId) => ({
          target: `application:${clientId}`,
          ...(await getOauthApplication(deps, clientId)),
        }),
        mark: markApplicationDisabled,
        set: setApplicationDisabled,
      }
    },
  })
  addProvideBoard(app, context)
  addCallbacks(app, context)
  addRotateSecret(app, context)
  addDelete(app, context)
}

interface CreateOptions {
  account: number
  name: string
  callback: string[]
  firstParty?: boolean
}

function addCreate(app: Command, context: CommandContext): void {
  app
    .command('create')
    .description('register an application and make its first API key; both secrets are shown this once')
    .requiredOption('--account <id>', 'the account that owns it', integerId)
    .requiredOption('--name <name>', 'what users read when they are asked')
    .requiredOption('--callback <uri>', 'an https callback URI; give as many as there are', collect)
    .option('--first-party', 'it is your own, such as the board: users are not asked for consent')
    .action(({ account: accountId, name, callback, firstParty = false }: CreateOptions) =>
      perform(context, {
        action: 'application.create',
        target: 'application',
        work: async (deps) => {
          const { createApiKey } = await import('@pas/accounts/create-api-key')
          const { createOauthApplication } = await import('@pas/accounts/create-oauth-application')
          const created = await createOauthApplication(deps, {
            accountId,
            name,
            callbackUris: callback,
            isFirstParty: firstParty,
          })
          const { clientId, clientSecret } = created
          const apiKey = await createApiKey(deps, { accountId, clientId })
          return {
            answer: { client_id: clientId, client_secret: clientSecret, api_key: apiKey },
            target: `application:${clientId}`,
            details: {
              account_id: accountId,
              callbacks: callback,
              api_key: apiKeyPrefix(apiKey),
              ...(firstParty && { first_party: true }),
            },
          }
        },
      }),
    )
}

function addProvideBoard(app: Command, context: CommandContext): void {
  app
    .command('provide-board')
    .description('register the board with BOARD_URL, BOARD_CLIENT_ID and BOARD_CLIENT_SECRET; safe to repeat')
    .action(async () => {
      const { readBoardApplication } = await import('./read-environment')
      const application = readBoardApplication(await context.readEnvironment())
      await perform(context, {
        action: 'application.provide_board',
        target: `application:${application.clientId}`,
        work: async (deps) => {
          const { provideBoardApplication } = await import('@pas/accounts/provide-board-application')
          const outcome = await provideBoardApplication(deps, application)
          return {
            answer: { client_id: application.clientId, outcome },
            details: { outcome },
            // Each start of a pod runs this command.
            isUnchanged: outcome === 'unchanged',
          }
        },
      })
    })
}

interface ListOptions extends Pick<ApplicationFilter, 'name' | 'status'> {
  account?: number
  after?: string
  limit?: number
}

function addList(app: Command, context: CommandContext): void {
  const list = app
    .command('list')
    .description('show applications, oldest first')
    .option('--account <id>', 'only those of this account', integerId)
    .option('--name <text>', 'only those with this text in their name')
    .addOption(statusOption())
  withListOptions(list, '--after <client-id>', (text) => text).action(
    ({ account, name, status, after, limit }: ListOptions) =>
      printList(context, {
        action: 'application.list',
        target: 'applications',
        pages: async (deps) => {
          const { getOauthApplication } = await import('@pas/accounts/get-oauth-application')
          const { listOauthApplications } = await import('@pas/accounts/list-oauth-applications')
          const afterId = after === undefined ? undefined : (await getOauthApplication(deps, after)).id
          return listOauthApplications(deps, { accountId: account, name, status }, { afterId, limit })
        },
        toAnswer: (row) => ({
          client_id: row.clientId,
          name: row.name,
          account_id: row.accountId,
          callbacks: row.callbackUris,
          first_party: row.firstParty,
          status: statusOf(row),
          created_at: row.createdAt.toISOString(),
        }),
        hint: afterHint(limit, ({ clientId }) => clientId),
      }),
  )
}

function addCallbacks(app: Command, context: CommandContext): void {
  const callbacks = app
    .command('callbacks')
    .description('replace the callback URIs')
    .requiredOption('--set <uri>', 'an https callback URI; give as many as there are', collect)
  actOn(callbacks, namedApplication, (clientId, { set }: { set: string[] }) =>
    perform(context, {
      action: 'application.set_callbacks',
      target: `application:${clientId}`,
      work: async (deps) => {
        const { setCallbackUris } = await import('@pas/accounts/change-oauth-application')
        const callbacks = await setCallbackUris(deps, clientId, set)
        return { answer: { callbacks }, details: { callbacks } }
      },
    }),
  )
}

function addRotateSecret(app: Command, context: CommandContext): void {
  actOn(
    app.command('rotate-secret').description('make a new client_secret; the old one stops working at once'),
    namedApplication,
    (clientId) =>
      perform(context, {
        action: 'application.rotate_secret',
        target: `application:${clientId}`,
        work: async (deps) => {
          const { rotateClientSecret } = await import('@pas/accounts/change-oauth-application')
          return { answer: { client_secret: await rotateClientSecret(deps, clientId) } }
        },
      }),
  )
}

interface DeleteOptions {
  own?: boolean
  keepLinks?: boolean
  yes?: boolean
}

function addDelete(app: Command, context: CommandContext): void {
  const deletion = app
    .command('delete')
    .description(
      'delete an application with its API keys, consents, tokens and webhooks, for good; share links that it made end; its account keeps the emails that it uploaded',
    )
    .option('--keep-links', 'make share links that open now the own links of their accounts')
    .option('--own', ownOption)
    .option('--yes', 'do not ask')
  actOn(deletion, namedApplication, async (clientId, { own, keepLinks, yes }: DeleteOptions) => {
    const { getOauthApplication } = await import('@pas/accounts/get-oauth-application')
    const { markApplicationDisabled, setApplicationDisabled } =
      await import('@pas/accounts/set-application-disabled')
    const { deleteApplication } = await import('@pas/retention/delete-application')
    const { countLiveShares, keepLiveShares } = await import('@pas/shares/end-shares')
    let links = 0
    await perform(context, {
      action: 'application.delete',
      target: `application:${clientId}`,
      before: async (deps) => {
        const { id, accountId } = await getOauthApplication(deps, clientId)
        const { refuseOwnApplication } = await import('./refuse-own')
        if (!own) await refuseOwnApplication(deps, clientId, 'delete')
        const live = await countLiveShares(deps, { oauthApplicationId: id })
        const what = `the application ${clientId} of account ${accountId}, with its API keys and consents; ${describeLinks(live, keepLinks)}`
        await confirmDeletion(context, { yes, name: clientId, what })
      },
      work: async (deps) => {
        const { id } = await getOauthApplication(deps, clientId)
        // Before it is disabled, which closes the links.
        links = await (keepLinks ? keepLiveShares : countLiveShares)(deps, { oauthApplicationId: id })
        await markApplicationDisabled(deps, clientId)
        return { answer: {}, details: { links, keep_links: keepLinks ?? false } }
      },
      afterwards: async (deps) => {
        await setApplicationDisabled(deps, clientId, true)
        const { id } = await getOauthApplication(deps, clientId)
        const { signal } = new AbortController()
        await deleteApplication({ ...deps, signal, actor: context.actor }, { id, clientId })
        return { deleted: `application:${clientId}`, links }
      },
    })
  })
}
