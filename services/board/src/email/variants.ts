import { findEmailClient, inOtherTheme } from '@pas/email-clients/catalogue'
import type { ApiPreview } from '../api/schema'
import { previewKey } from './shown-preview'

export const variants = ['dark', 'blocked'] as const
export type Variant = (typeof variants)[number]

/**
 * In which ways each preview is a variant of another that was asked for before it: in the dark theme, or without
 * remote pictures. By key; without previews that were chosen themselves.
 */
export function variantsAmong(previews: readonly ApiPreview[]): ReadonlyMap<string, readonly Variant[]> {
  const requestedAt = new Map(previews.map((preview) => [previewKey(preview), preview.requested_at]))
  const found = new Map<string, Variant[]>()
  for (const preview of previews) {
    const { client, orientation } = preview
    const keyOf = (code: string): string => previewKey({ client: code, orientation, images: 'allowed' })
    const withImages = requestedAt.get(keyOf(client)) ?? preview.requested_at
    const light = lightThemeOf(client)
    const asLight = (light === null ? undefined : requestedAt.get(keyOf(light))) ?? withImages
    const ways: Variant[] = []
    if (isBefore(asLight, withImages)) ways.push('dark')
    if (preview.images === 'blocked' && isBefore(withImages, preview.requested_at)) ways.push('blocked')
    if (ways.length > 0) found.set(previewKey(preview), ways)
  }
  return found
}

function lightThemeOf(code: string): string | null {
  const emailClient = findEmailClient(code)
  return emailClient?.isDark ? (inOtherTheme(emailClient)?.code ?? null) : null
}

const isBefore = (one: string, other: string): boolean => Date.parse(one) < Date.parse(other)
