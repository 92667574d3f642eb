import type { PreviewAddress } from '../email/email-paths'
import { previewKey } from '../email/shown-preview'
import { otherThemeOf, type EmailClients, type Tile } from '../email/tiles'
import type { Variant } from '../email/variants'

/**
 * Previews of each variant that the tiles' email clients offer, and that were not asked for. Leaves out unavailable
 * email clients.
 */
export function missingVariants(
  emailClients: EmailClients,
  tiles: readonly Tile[],
): Record<Variant, PreviewAddress[]> {
  const asked = new Set(tiles.map(({ key }) => key))
  const isMissing = (address: PreviewAddress): boolean =>
    emailClients[address.client]?.status === 'normal' && !asked.has(previewKey(address))
  const addresses = tiles.map(({ preview: { client, orientation, images } }) => ({
    client,
    orientation,
    images,
  }))
  return {
    dark: addresses
      .filter(({ images }) => images === 'allowed')
      .flatMap((address) => {
        const other = otherThemeOf(emailClients, address.client)
        return other?.isDark ? [{ ...address, client: other.client }] : []
      })
      .filter(isMissing),
    blocked: addresses
      .filter(({ client }) => emailClients[client]?.images_options.includes('blocked'))
      .map((address) => ({ ...address, images: 'blocked' as const }))
      .filter(isMissing),
  }
}
