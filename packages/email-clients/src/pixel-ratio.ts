import type { EmailClient } from './email-client'
import pixelRatios from './pixel-ratios.generated.json'

/** By code, the pixel ratios other than 1: those of the profiles' windows. */
const otherPixelRatios: Readonly<Record<string, number | undefined>> = pixelRatios

/** Device pixels of an email client's pictures for each CSS pixel of its window. Loads no profile. */
export const pixelRatioOf = ({ code }: Pick<EmailClient, 'code'>): number => otherPixelRatios[code] ?? 1
