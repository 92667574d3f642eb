import { decoded } from './decoded'

/** Words by which a link says that it is to unsubscribe, in ten languages. */
const unsubscribing =
  /unsubscrib|opt[\s_-]?out|abmeld|abbestell|austrag|désabonn|desabonn|désinscri|desinscri|darse de baja|dar[\s_-]de[\s_-]baja|cancelar|annulla(?:re)?[\s_-](?:l.)?iscrizione|disiscri|uitschrijven|afmelden|descadastr|anular[\s_-]inscri|wypisz|rezygn|avregistrera|avprenumerera|отписат|配信停止|購読解除|登録解除|退会|(?:manage|update|email|subscription)[\s_-]?preferences/i

/** Whether a link is there to unsubscribe, by its words or its address. */
export const isToUnsubscribe = (address: string, words: string): boolean =>
  unsubscribing.test(decoded(address)) || unsubscribing.test(words)
