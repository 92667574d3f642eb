import type { ReportedComparison } from '../run-result'
import type { ComparedService, ListedComparison } from './compared-service'
import type { CompiledEmail } from './compiled-email'
import { noPictures, type DifferencePictures } from './difference-pictures'
import type { PostedEmails } from '../posted-emails'

export interface ComparedClient {
  code: string
  name: string
}

export interface PairDeps {
  service: ComparedService
  posted: PostedEmails
  pictures: DifferencePictures
  signal: AbortSignal
}

interface Sides {
  base: CompiledEmail
  head: CompiledEmail
}

/** Has the service draw both sides, and deletes them again. */
export async function comparePair(
  deps: PairDeps,
  sides: Sides,
  clients: readonly ComparedClient[],
): Promise<ReportedComparison[]> {
  const compared = await drawAndCompare(deps, sides, clients)
  // While an installation is being updated, the two sides may be drawn by two releases: then both are drawn once more.
  const again = clients.filter(({ code }) => compared.get(code)?.reason === 'drawn_by')
  if (again.length > 0)
    for (const [code, comparison] of await drawAndCompare(deps, sides, again)) compared.set(code, comparison)
  return [...compared.values()]
}

async function drawAndCompare(
  deps: PairDeps,
  { base, head }: Sides,
  clients: readonly ComparedClient[],
): Promise<Map<string, ReportedComparison>> {
  const { service, posted, signal } = deps
  const guids: string[] = []
  const post = async (email: Parameters<PostedEmails['post']>[0]): Promise<string> => {
    signal.throwIfAborted()
    const { email_guid: guid } = await posted.post(email)
    guids.push(guid)
    return guid
  }
  const codes = clients.map(({ code }) => code)
  const configurations = codes.map((client) => ({ client }))
  try {
    const baseGuid = await post({ ...base, configurations })
    // Both sides show the same bytes of the pictures that both refer to, even if their server answers others now.
    const revision = 'html_text' in base && 'html_text' in head
    const headGuid = await post({
      ...head,
      configurations,
      ...(revision && { revision_of: baseGuid, keep_assets: true }),
    })
    const ofBase = await service.waitForPreviews(baseGuid, { clients: codes }, { signal })
    const ofHead = await service.waitForPreviews(headGuid, { clients: codes, base: baseGuid }, { signal })
    const find = (previews: readonly ListedComparison[], code: string): ListedComparison | undefined =>
      previews.find(({ client }) => client === code)
    return new Map(
      await Promise.all(
        clients.map(async (client) => {
          const previews = {
            base: find(ofBase.previews, client.code),
            head: find(ofHead.previews, client.code),
          }
          return [client.code, await reported(deps, client, previews)] as const
        }),
      ),
    )
  } finally {
    await Promise.all(guids.map((guid) => posted.delete(guid)))
  }
}

async function reported(
  { pictures, signal }: PairDeps,
  client: ComparedClient,
  { base, head }: { base: ListedComparison | undefined; head: ListedComparison | undefined },
): Promise<ReportedComparison> {
  const said = { client, reason: null, ...noPictures }
  const comparison = head?.comparison
  if (!base || !head || !comparison) return { ...said, verdict: 'not_comparable', reason: 'not_captured' }
  if (comparison.verdict === 'equal') return { ...said, verdict: 'equal' }
  if (comparison.verdict === 'not_comparable')
    return { ...said, verdict: 'not_comparable', reason: comparison.reason }
  return { ...said, verdict: 'different', ...(await pictures.get(base, head, signal)) }
}
