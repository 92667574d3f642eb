import { findClickTracker } from './click-trackers'
import { foldedAddress, foldedWords } from './folded-words'
import { isToUnsubscribe } from './unsubscribe'

export interface LeftAloneOptions {
  /** The operator's choice to request the links of click trackers, too. */
  followTrackers: boolean
}

/**
 * Why the address must not be requested, as a clause, or null. `words`: all that the email says of the link. When in
 * doubt, it is left alone: an unwanted click costs more than an unchecked link.
 */
export function whyLeftAlone(url: URL, words: string, { followTrackers }: LeftAloneOptions): string | null {
  if (isToUnsubscribe(url.href, words)) return 'it looks as if it unsubscribes'
  if (isToDecide(url.href, words))
    return 'it looks as if a click confirms, activates, deletes or cancels something'
  if (url.username !== '' || url.password !== '') return 'its address has a name or a password'
  const tracker = followTrackers ? null : findClickTracker(url)
  return tracker === null ? null : `${tracker} counts each request as a click`
}

/**
 * Folded words, in 20 languages, of links by which a click decides something. English excludes what is done, such as
 * `confirmed`; in other languages, such a link is left alone, too.
 */
const deciding = new RegExp(
  [
    // confirm
    String.raw`confirm(?!ed\b)|\bconferm|\bbestatig|\bbestaetig|\bbevestig|potwierdz|\bonayla|\bteyit|確認|承認|\bopt ?in\b`,
    // verify
    String.raw`verif(?!ied\b)|validat(?!ed\b)|\bvalider|\bvalidez|\bvalidar\b|\bzweryfik|\bdogrula|認証|検証`,
    // activate
    String.raw`activat(?!ed\b)|\b(?:re|des?)?activ(?:er|ez|ar|eer|eren|a|acion)\b|aktivier|\bfreischalt|\b(?:ri|dis)?attiv(?:a|are|azione)\b|\b(?:re|des)?ativ(?:ar|e|acao)\b|aktyw(?:uj|owac|acj)|\betkinlestir|\baktiflestir|\baktif et|有効化|有効にする|アクティベート`,
    // delete
    String.raw`delet(?!ed\b)|\bremov(?:e|es|ing|al|er)\b|\bl(?:o|oe)sch(?:en|e|ung)\b|\bentfern|supprim|\beffac(?:er|ez)\b|\belimin(?:ar|are|e|a|acion|azione|acao)\b|\bborrar\b|\bsuprim|\brimuov|\brimozione\b|\bexclui|\bapagar\b|verwijder|\busun|\bskasuj|\bkasuj|\bsil(?:in|me\w*)?\b|\bkaldir|削除|消去`,
    // cancel
    String.raw`cancel(?!l?ed\b)|\bstornier|\b(?:ku|kue)ndig(?:en|e|ung)\b|\bwiderruf|\bannul|\banul|\bresili|\bdisdi|\bopzeg|\bodwola|\bwypowied|\biptal|キャンセル|取消|取り消|解約|解除`,
    // all of these in Danish, Norwegian, Swedish
    String.raw`bekraeft|\bbekreft|bekrafta|\bgodkend|\bgodkjenn|\bgodkann|\baktiver|\bslett?e?\b|\bradera|\bavbestill|\bavbestall|\bavbok|\bopsig|\bsi opp\b|\bsag upp\b|\bfjerne?\b|\bta bort\b`,
    // in Finnish, Czech, Hungarian, Romanian
    String.raw`\bvahvist|\bvarmenn|\baktivoi|\bpoist|\bperuut|\bperu\b|\birtisano`,
    String.raw`\bpotvrd|\boverit\b|\bovereni\b|\baktivov|\bsmazat|\bodstranit|\bzrus|\bstorn`,
    String.raw`\bmegerosit|\bvisszaigazol|\bellenor|\bhitelesit|\baktival|\btorl|\btorol|\blemond|\bvisszavon|\bmegszuntet`,
    String.raw`\bactivea|\bactivare|\bsterg|\banulea|\brenunt`,
    // in Greek, Korean, Chinese, Arabic, Hebrew
    'επιβεβαι|επαληθευ|ενεργοποι|διαγραφ|ακυρω|καταργη',
    '확인|인증|활성화|삭제|취소|해지|탈퇴',
    '确认|验证|驗證|激活|启用|啟用|删除|刪除|取消|注销|註銷',
    'تاكيد|تحقق|تفعيل|حذف|الغاء',
    'לאשר|אישור|אימות|הפעלת|מחיק|למחוק|ביטול|לבטל',
    // one click
    String.raw`\b(?:one|1|ein(?:em)?|un(?: solo| seul)?|um(?: so| unico)?|een|tek|jednym|jedno) ?(?:clicks?|klicks?|clics?|clique|klik\w*|tik\w*)\b|ワンクリック`,
  ].join('|'),
)

const isToDecide = (address: string, words: string): boolean =>
  deciding.test(foldedAddress(address)) || deciding.test(foldedWords(words))
