import { find, type CssNode } from 'css-tree'
import { reportDarkening } from '../../engine/dark/report-darkening'
import { darkenedByEngine } from '../../engine/device-frames'
import type { Frame } from '../../engine/emulated-document'
import type { Message, Step } from '../../engine/message'
import { fitWindow } from './fit-window'
import { samsungDarkPage, samsungPage } from './page'

/**
 * An email without dark styles is darkened (Litmus). No source has the formula. Assumed: it is that of Gmail on
 * Android, an app on the same WebView.
 */
export const reportDarkened: Step = (message) => {
  if (!hasDarkStyles(message)) report(message)
}

const report = reportDarkening(() => 'Litmus; assumed: the formula is that of Gmail on Android')

/** If the engine darkens the page, its CSS is light. */
export const darkModePage: Step = (message) =>
  hasDarkStyles(message) ? samsungDarkPage(message) : samsungPage(message)

export const fitDarkWindow = (message: Message, screen: Frame): Frame => {
  const fitted = fitWindow(message, screen)
  return hasDarkStyles(message) ? { ...fitted, colorScheme: 'dark' } : darkenedByEngine(fitted)
}

/** The app honours both features (caniemail css-at-media-prefers-color-scheme and css-color-scheme, 6.1). */
function hasDarkStyles({ styleBlocks, styleAttributes }: Message): boolean {
  const lists = [...styleBlocks.map(({ sheet }) => sheet), ...styleAttributes.map(({ list }) => list)]
  return lists.some((list) => list && find(list, isAboutColourScheme) !== null)
}

function isAboutColourScheme(node: CssNode): boolean {
  return (
    (node.type === 'Feature' && node.name.toLowerCase() === 'prefers-color-scheme') ||
    (node.type === 'Declaration' && node.property.toLowerCase() === 'color-scheme')
  )
}
