import type { EmailClient } from './email-client'
import pixelRatios from './pixel-ratios.generated.json'

const otherPixelRatios: Readonly<Record<string, number | undefined>> = pixelRatios

/** Device pixels per CSS pixel. Loads no profile. */
export const pixelRatioOf = ({ code }: Pick<EmailClient, 'code'>): number => otherPixelRatios[code] ?? 1
