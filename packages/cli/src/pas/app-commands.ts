import type { ApplicationFilter } from '@pas/accounts/list-oauth-applications'
import { statusOf } from '@pas/accounts/listed-status'
import { apiKeyPrefix } from '@pas/accounts/secrets'
import type { Command } from 'commander'
import { describeLinks } from './confirm'
import { getApplication } from './looked-up'
import { namedApplication } from './named-thing'
import { addNoun, type Noun } from './noun'
import { accountOption, collect, option, required, statusOption } from './option-values'
import type { CommandContext } from './perform'
import { answerRow } from './render-answer'
import { addSwitchCommands, ownOption } from './switch-commands'

export function addAppCommands(program: Command, context: CommandContext): void {
  const about = "third parties' applications"
  const app = addNoun(program, context, { name: 'app', about, audited: 'application' })
  addCreate(app)
  app.list({
    about: 'show applications, oldest first',
    options: [
      accountOption(),
      option('--name <text>', 'only those with this text in their name'),
      statusOption(),
    ],
    after: namedApplication,
    find: getApplication,
    read: async (deps, filter: ApplicationFilter, part) =>
      (await import('@pas/accounts/list-oauth-applications')).listOauthApplications(deps, filter, part),
    row: ({ clientId, name, accountId, callbackUris: callbacks, firstParty, createdAt, ...row }) =>
      answerRow({ clientId, name, accountId, callbacks, firstParty, status: statusOf(row), createdAt }),
  })
  addSwitchCommands(app, namedApplication, {
    about: {
      disable: 'shut an application out, and end its tokens for good',
      enable: 'let an application in again: it authorizes anew, users are not asked again',
    },
    refuseOwn: (own, deps, clientId) => own.refuseOwnApplication(deps, clientId, 'disable'),
    load: async () => {
      const { markApplicationDisabled, setApplicationDisabled } =
        await import('@pas/accounts/set-application-disabled')
      return { get: getApplication, mark: markApplicationDisabled, set: setApplicationDisabled }
    },
  })
  addProvideBoard(app, context)
  addSecretAndCallbacks(app)
  addDelete(app)
}

const callbackAbout = 'an https callback URI; give as many as there are'

interface CreateOptions {
  account: number
  name: string
  callback: string[]
  firstParty?: boolean
}

function addCreate(app: Noun): void {
  app.verb({
    verb: 'create',
    about: 'register an application and make its first API key; both secrets are shown this once',
    options: [
      accountOption('the account that owns it').makeOptionMandatory(),
      required('--name <name>', 'what users read when they are asked'),
      required('--callback <uri>', callbackAbout, collect),
      option('--first-party', 'it is your own, such as the board: users are not asked for consent'),
    ],
    act: ({ account: accountId, name, callback, firstParty = false }: CreateOptions) => ({
      work: async (deps) => {
        const { createApiKey } = await import('@pas/accounts/create-api-key')
        const { createOauthApplication } = await import('@pas/accounts/create-oauth-application')
        const created = { accountId, name, callbackUris: callback, isFirstParty: firstParty }
        const { clientId, clientSecret } = await createOauthApplication(deps, created)
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
  })
}

function addProvideBoard(app: Noun, context: CommandContext): void {
  app.verb({
    verb: 'provide-board',
    about: 'register the board with BOARD_URL, BOARD_CLIENT_ID and BOARD_CLIENT_SECRET; safe to repeat',
    act: async () => {
      const { readBoardApplication } = await import('./read-environment')
      const application = readBoardApplication(await context.readEnvironment())
      return {
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
      }
    },
  })
}

function addSecretAndCallbacks(app: Noun): void {
  app.on(namedApplication, {
    verb: 'callbacks',
    about: 'replace the callback URIs',
    options: [required('--set <uri>', callbackAbout, collect)],
    act: (clientId, { set }: { set: string[] }) => ({
      action: 'application.set_callbacks',
      work: async (deps) => {
        const { setCallbackUris } = await import('@pas/accounts/change-oauth-application')
        const callbacks = await setCallbackUris(deps, clientId, set)
        return { answer: { callbacks }, details: { callbacks } }
      },
    }),
  })
  app.on(namedApplication, {
    verb: 'rotate-secret',
    about: 'make a new client_secret; the old one stops working at once',
    act: (clientId) => ({
      work: async (deps) => {
        const { rotateClientSecret } = await import('@pas/accounts/change-oauth-application')
        return { answer: { client_secret: await rotateClientSecret(deps, clientId) } }
      },
    }),
  })
}

function addDelete(app: Noun): void {
  app.deletion(namedApplication, {
    about:
      'delete an application with its API keys, consents, tokens and webhooks, for good; share links that it made end; its account keeps the emails that it uploaded',
    options: [
      option('--keep-links', 'make share links that open now the own links of their accounts'),
      ownOption(),
    ],
    act: async (clientId, { own, keepLinks = false }: { own?: boolean; keepLinks?: boolean }) => {
      const { markApplicationDisabled, setApplicationDisabled } =
        await import('@pas/accounts/set-application-disabled')
      const { deleteApplication } = await import('@pas/retention/delete-application')
      const { countLiveShares, keepLiveShares } = await import('@pas/shares/end-shares')
      const { refuseOwnApplication } = await import('./refuse-own')
      let links = 0
      return {
        confirm: async (deps) => {
          const { id, accountId } = await getApplication(deps, clientId)
          if (!own) await refuseOwnApplication(deps, clientId, 'delete')
          const live = describeLinks(await countLiveShares(deps, { oauthApplicationId: id }), keepLinks)
          const what = `the application ${clientId} of account ${accountId}, with its API keys and consents; ${live}`
          return { name: clientId, what }
        },
        work: async (deps) => {
          const { id } = await getApplication(deps, clientId)
          // Before it is disabled, which closes the links.
          links = await (keepLinks ? keepLiveShares : countLiveShares)(deps, { oauthApplicationId: id })
          await markApplicationDisabled(deps, clientId)
          return { answer: {}, details: { links, keep_links: keepLinks } }
        },
        afterwards: async (deps) => {
          await setApplicationDisabled(deps, clientId, true)
          const { id } = await getApplication(deps, clientId)
          await deleteApplication(deps, { id, clientId })
          return { deleted: `application:${clientId}`, links }
        },
      }
    },
  })
}
