import { foldedAddress, foldedWords } from './folded-words'

/** Folded words of links to unsubscribe or to choose what is sent, in 22 languages. */
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
    // Swedish, Danish, Norwegian
    'avregistrer|avprenumerer|avanmal|avmeld|avsluta prenumeration|sag upp prenumeration',
    String.raw`frameld|\bmeld (?:dig|deg|meg|mig) (?:fra|av)\b|\b(?:opsig|stop|stopp|avslutt|afslut) (?:mit |ditt )?(?:abonnement|nyheds|nyhets)`,
    String.raw`\b(?:ret|aendr|andre|endre|opdater|oppdater|administrer)\w* (?:\w+ )?(?:praeferenc|preferans|preferens)`,
    // Finnish
    String.raw`\bperu(?:uta|ta|utus)? (?:uutiskir|tila)|tilau\w+ peru|\blopeta (?:uutiskir|tila)|\bpoistu (?:\w+ )?listalta|uutiskirj\w+ asetu`,
    // Czech
    String.raw`odhlas|\bzrus\w* (?:\w+ )?odber|\b(?:sprav|uprav|zmen)\w* (?:\w+ )?(?:predvol|odber)`,
    // Hungarian
    'leiratkoz|hirlevel(?:ek)? lemond|lemondom|(?:feliratkozas|hirlevel)\\w* (?:kezel|modosit|beallit)',
    // Romanian
    String.raw`dezabon|dezinscri|\banul\w* (?:\w+ )?abon|renunt\w* la abon|\b(?:gestion|actualiz|modific)\w* (?:\w+ )?(?:preferint|abon)`,
    // Greek
    'απεγγραφ|διαγραφη|(?:καταργηση|ακυρωση) (?:τησ )?(?:εγγραφ|συνδρομ)|(?:διαχειριση|ενημερωση|αλλαγη) (?:των )?προτιμησ',
    // Russian
    'отписат|отписк|отказаться от (?:рассыл|подпис)',
    // Korean
    '수신 ?(?:거부|해지|철회|설정)|구독 ?(?:취소|해지|해제|관리|설정)',
    // Chinese, simplified and traditional
    '退订|退訂|(?:取消|停止|管理)(?:订阅|訂閱|訂閲)|(?:不再|停止)接收|(?:订阅|訂閱|邮件|郵件)(?:偏好|设置|設定|管理)|管理(?:您的|你的)?偏好',
    // Arabic
    '(?:الغاء|ايقاف) (?:ال)?(?:اشتراك|متابع|رسائل)|(?:ادار|تحديث|تعديل)[ةه]? (?:ال)?(?:اشتراك|تفضيل)',
    // Hebrew
    'הסר(?:ה|ת)? (?:אותי|מ|מה)?(?:רשימ|דיוור|תפוצה)|להסרה|הסירו אותי|הסר אותי|(?:ביטול|לבטל|בטל) (?:ה)?(?:מנוי|הרשמה|רישום)|(?:ניהול|עדכון|שינוי) (?:ה)?(?:עדפות|העדפות|מנוי)',
  ].join('|'),
)

export const isToUnsubscribe = (address: string, words: string): boolean =>
  unsubscribing.test(foldedAddress(address)) || unsubscribing.test(foldedWords(words))
