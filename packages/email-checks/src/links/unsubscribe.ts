import { foldedAddress, foldedWords } from './folded-words'

/** Folded words by which a link says that it is to unsubscribe, in ten languages and some of two more. */
const unsubscribing = new RegExp(
  [
    String.raw`unsub|\bopt ?out|\bremove me\b|\bleave (?:this|the|our) (?:mailing )?list|no longer (?:wish|want)|\bstop (?:receiving|these)`,
    String.raw`(?:manage|update|email|subscription) ?preferences`,
    'abmeld|abbestell|austrag',
    'desabon|desinscri|ne plus recevoir',
    String.raw`\bde baja\b|\bcancelar|desuscri|anular (?:la |mi )?suscri`,
    String.raw`disiscri|\b(?:annulla|cancella)\w* (?:l |la )?(?:iscrizione|sottoscrizione)`,
    'descadastr|anular (?:a )?(?:inscri|subscri)',
    String.raw`uitschrij|afmeld|\bschrijf (?:je|u|me) (?:hier )?uit\b`,
    'wypis|rezygn',
    String.raw`\babonelik\w* (?:cik|iptal|sonlandir|ayril)|\blisteden (?:cik|ayril|cikar)|\buyelik\w* (?:iptal|sonlandir)`,
    '配信停止|配信を停止|配信の停止|購読解除|購読を解除|購読の解除|登録解除|登録を解除|退会|購読をやめ',
    'avregistrera|avprenumerera|отписат',
  ].join('|'),
)

/** Whether a link is there to unsubscribe, by its words or its address. */
export const isToUnsubscribe = (address: string, words: string): boolean =>
  unsubscribing.test(foldedAddress(address)) || unsubscribing.test(foldedWords(words))
