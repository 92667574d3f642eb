import { decoded } from './decoded'

/**
 * Words by which a link says that following it changes something for the reader: unsubscribe, opt out, confirm, verify,
 * delete and their like in ten languages. Such a link is never asked, and one of them is the way to unsubscribe.
 */
const acting =
  /unsubscrib|opt[\s_-]?out|one[\s_-]?click|list[\s_-]?manage|\bconfirm|\bverif|\bactivat|\bdelet|\bremove|abmeld|abbestell|austrag|bestätig|verifizier|lösch|désabonn|desabonn|désinscri|desinscri|confirmer|vérifi|supprim|darse de baja|dar[\s_-]de[\s_-]baja|cancelar|confirmar|verificar|eliminar|annulla(?:re)?[\s_-](?:l.)?iscrizione|disiscri|conferma|cancella|uitschrijven|afmelden|bevestig|verwijder|descadastr|anular[\s_-]inscri|excluir|wypisz|rezygn|potwierd|usuń|avregistrera|avprenumerera|bekräfta|ta bort|отписат|подтверд|удалит|配信停止|購読解除|登録解除|退会|確認する|削除/i

const unsubscribing =
  /unsubscrib|opt[\s_-]?out|abmeld|abbestell|austrag|désabonn|desabonn|désinscri|desinscri|darse de baja|dar[\s_-]de[\s_-]baja|cancelar|annulla(?:re)?[\s_-](?:l.)?iscrizione|disiscri|uitschrijven|afmelden|descadastr|anular[\s_-]inscri|wypisz|rezygn|avregistrera|avprenumerera|отписат|配信停止|購読解除|登録解除|退会|(?:manage|update|email|subscription)[\s_-]?preferences/i

/** Whether following a link may change something for its reader, by its words or its address. */
export const mayAct = (address: string, words: string): boolean =>
  acting.test(decoded(address)) || acting.test(words)

/** Whether a link is there to unsubscribe, by its words or its address. */
export const isToUnsubscribe = (address: string, words: string): boolean =>
  unsubscribing.test(decoded(address)) || unsubscribing.test(words)
