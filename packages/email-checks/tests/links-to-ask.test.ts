import { openHtml } from '../src/checked-html'
import { noMeasurements, type LinkAnswer } from '../src/measurements'
import { clickTrackers } from '../src/links/click-trackers'
import { linksToAsk, type LinksToAsk } from '../src/links/links-to-ask'
import { runChecks } from '../src/run-checks'
import { emailToCheck } from './email-to-check'

const headerWith = (listUnsubscribe: string): string =>
  `From: a@example.com\r\nList-Unsubscribe: ${listUnsubscribe}`

function sort(html: string, header: string | null = null, followTrackers = false): LinksToAsk {
  return linksToAsk(openHtml(html), header, { followTrackers })
}

const isAsked = (address: string, words: string): boolean =>
  sort(`<a href="${address}">${words}</a>`).ask.length === 1

const plain = 'https://shop.example/a'

describe('the words of a link that must not be asked', () => {
  it.each([
    [
      'English',
      'Unsubscribe|Opt-out|Confirm your address|Verify email|Activate account|Delete my data|Cancel order|One-click',
    ],
    [
      'German',
      'Abmelden|Newsletter abbestellen|Austragen|Jetzt bestätigen|E-Mail verifizieren|Konto aktivieren|Konto löschen|Konto deaktivieren|Bestellung stornieren|Kündigen|Mit einem Klick',
    ],
    [
      'French',
      'Se désabonner|Désinscription|Confirmer|Vérifier mon adresse|Activer le compte|Désactiver|Supprimer mon compte|Annuler|En un clic',
    ],
    [
      'Spanish',
      'Darse de baja|Cancelar suscripción|Confirmar|Verificar correo|Activar cuenta|Eliminar cuenta|Anular pedido|Un solo clic',
    ],
    [
      'Italian',
      'Disiscriviti|Annulla iscrizione|Conferma|Verifica email|Attiva account|Elimina account|Cancella ordine|Un clic',
    ],
    [
      'Portuguese',
      'Descadastrar|Cancelar inscrição|Confirmar|Verificar e-mail|Ativar conta|Excluir conta|Anular|Um clique',
    ],
    [
      'Dutch',
      'Uitschrijven|Afmelden|Bevestigen|Verifiëren|Activeren|Verwijderen|Annuleren|Opzeggen|Eén klik',
    ],
    [
      'Polish',
      'Wypisz się|Zrezygnuj|Potwierdź|Zweryfikuj|Aktywuj konto|Usuń konto|Anuluj|Jednym kliknięciem',
    ],
    ['Turkish', 'Abonelikten çık|ABONELİKTEN ÇIK|Onayla|Doğrula|Etkinleştir|Hesabı sil|İptal et|Tek tıkla'],
    ['Japanese', '配信停止|購読解除|確認する|認証する|有効化|削除|キャンセル|ワンクリック'],
    [
      'Danish',
      'Frameld|Meld dig fra|Opsig abonnement|Ændr præferencer|Bekræft|Aktiver konto|Slet konto|Annuller',
    ],
    [
      'Norwegian',
      'Meld deg av|Avmeld|Avslutt abonnement|Endre preferanser|Bekreft|Aktiver konto|Slett|Avbestill',
    ],
    ['Swedish', 'Avprenumerera|Avregistrera|Avanmäl|Bekräfta|Aktivera|Radera konto|Ta bort|Säg upp'],
    ['Finnish', 'Peruuta tilaus|Peru uutiskirje|Lopeta tilaus|Vahvista|Aktivoi|Poista tili|Peruuta'],
    ['Czech', 'Odhlásit odběr|Zrušit odběr|Upravit předvolby|Potvrdit|Ověřit|Aktivovat|Smazat účet'],
    ['Hungarian', 'Leiratkozás|Hírlevél lemondása|Megerősítés|Ellenőrzés|Aktiválás|Törlés|Visszavonás'],
    [
      'Romanian',
      'Dezabonare|Anulează abonarea|Actualizează preferințele|Activează contul|Șterge contul|Renunță',
    ],
    [
      'Greek',
      'Απεγγραφή|Διαγραφή|Κατάργηση εγγραφής|Διαχείριση προτιμήσεων|Επιβεβαίωση|Ενεργοποίηση|Ακύρωση',
    ],
    ['Russian', 'Отписаться|Отписка|Отказаться от рассылки'],
    ['Korean', '수신거부|수신 거부|구독 취소|구독해지|수신 설정|이메일 인증|계정 삭제'],
    ['simplified Chinese', '退订|取消订阅|不再接收|邮件偏好|确认|验证|激活|删除'],
    ['traditional Chinese', '退訂|取消訂閱|停止接收|管理訂閱|確認|驗證|啟用|刪除'],
    [
      'Arabic',
      'إلغاء الاشتراك|الغاء الاشتراك|إلغاء اشتراكي|إِلْغَاء الاِشْتِرَاك|إلغـــاء الاشتراك|تحديث التفضيلات|تأكيد|تفعيل الحساب|حذف',
    ],
    [
      'Hebrew',
      'להסרה מרשימת התפוצה|הסר מרשימת הדיוור|ביטול מנוי|בִּיטוּל מָנוּי|עדכון העדפות|לאשר|אימות|מחיקת חשבון',
    ],
  ])('are known in %s', (_language, words) => {
    for (const said of words.split('|')) {
      expect([said, isAsked(plain, said)]).toEqual([said, false])
      expect([said, isAsked(plain, said.toUpperCase())]).toEqual([said, false])
      expect([said, isAsked(`https://shop.example/x/${encodeURIComponent(said)}`, 'Our shop')]).toEqual([
        said,
        false,
      ])
      expect([
        said,
        isAsked(`https://shop.example/?do=${said.replaceAll(' ', '_')}&amp;id=4`, 'Our shop'),
      ]).toEqual([said, false])
    }
  })

  it.each([
    'https://shop.example/UnSubscribe',
    'https://shop.example/unsub/4',
    'https://shop.example/%75nsubscribe%',
    'https://shop.example/go?to=https%253A%252F%252Fx.example%252Fopt%252Dout',
    'https://shop.example/optOut.php',
    'https://shop.example/confirmEmail?t=1',
    'https://shop.example/one_click/4',
    'https://shop.example/products/confirmation-dress',
    'https://unsubscribe.shop.example/4',
    'https://shop.example/4#unsubscribe',
    'https://me:secret@shop.example/',
  ])('are found in %s', (address) => {
    expect(isAsked(address, 'Our shop')).toBe(false)
  })

  it('are found when invisible characters part them, in pictures and in what screen readers say', () => {
    expect(isAsked(plain, 'Un&shy;sub&#8203;scribe')).toBe(false)
    expect(isAsked(plain, '<img src="https://shop.example/1.png" alt="Unsubscribe">')).toBe(false)
    expect(sort(`<a href="${plain}" title="Abmelden">Bye</a>`).ask).toEqual([])
    expect(sort(`<a href="${plain}" aria-label="Opt out">Bye</a>`).ask).toEqual([])
  })

  it.each([
    ['English', 'To unsubscribe, click', 'here'],
    ['Spanish', 'Para darse de baja, haga clic', 'aquí'],
    ['Italian', 'Per annullare l’iscrizione clicca', 'qui'],
    ['Polish', 'Aby wypisać się, kliknij', 'tutaj'],
    ['Japanese', '配信停止は', 'こちら'],
  ])('are found around a link of few words, in %s, also in a long paragraph', (_language, before, words) => {
    const link = `<a href="${plain}"><b>${words}</b></a>`
    expect(sort(`<p>${before} ${link}.</p>`).ask).toEqual([])
    expect(
      sort(
        `<table><tr><td>${'Coffee. '.repeat(100)}${before} ${link}. ${'Tea. '.repeat(100)}</td></tr></table>`,
      ).ask,
    ).toEqual([])
    expect(sort(`<p>${before}</p><p>${link}</p>`).ask).toEqual([plain])
  })

  it('are not those of another link in the same paragraph', () => {
    const other = `<a href="https://shop.example/bye">Unsubscribe</a>`
    expect(sort(`<p><a href="${plain}">Shop</a> | ${other}</p>`).ask).toEqual([plain])
  })

  it.each([
    [plain, 'Confirmed speakers'],
    [plain, 'Read 240 verified reviews'],
    [plain, 'Deleted scenes'],
    [plain, 'Activated charcoal'],
    [plain, 'Active wear'],
    [plain, 'Why flights were cancelled'],
    [plain, 'Silver rings, silk and cantaloupe'],
    [plain, 'Granulated sugar'],
    [plain, 'The options we adopt outside'],
    [plain, 'Subscribe'],
    [plain, 'Lösungen'],
    [plain, 'Mehr Wissen'],
    [plain, 'Guía interactiva'],
    [plain, 'Un’offerta attrattiva'],
    [plain, 'Interactive annual report'],
    [plain, 'Klicken Sie hier'],
    ...['Tilmeld dig', 'Meld deg på', 'Tilaa uutiskirje', 'Přihlásit odběr', 'Feliratkozás', 'Abonare'].map(
      (words) => [plain, words],
    ),
    ...['Εγγραφή', 'Подписаться', '구독하기', '订阅', '訂閱', 'اشتراك', 'הרשמה'].map((words) => [
      plain,
      words,
    ]),
    ['https://shop.example/verified-reviews', 'Our shop'],
    ['https://shop.example/collections/clicks-and-tracks', 'Our shop'],
    ['https://silverlake.example/', 'Our shop'],
    ['https://track.example/', 'A sports club'],
  ])('are not in %s "%s"', (address, words) => {
    expect(isAsked(address, words)).toBe(true)
  })
})

describe('the links of an email', () => {
  it('are distinct addresses without fragments, and none that is no web address', () => {
    const html = `<a href="${plain}#one">One</a><a href="${plain}#two">Two</a><a href="mailto:a@example.com">Mail</a>
      <a href="tel:+123">Call</a><a href="sms:+123">Text</a><a href="cid:1">Part</a><a href="/b">Relative</a>
      <area href="https://shop.example/map"><a href="{{url}}">Placeholder</a>`
    expect(sort(html)).toMatchObject({ ask: [plain, 'https://shop.example/map'], leftAlone: [] })
  })

  it('leave an address alone if one of its links says so', () => {
    const html = `<a href="${plain}">Our shop</a><a href="${plain}">Unsubscribe</a>`
    expect(sort(html)).toMatchObject({ ask: [], leftAlone: [[plain, 'it looks as if it unsubscribes']] })
  })

  it('leave alone what List-Unsubscribe names, whatever its scheme and query', () => {
    const html = `<a href="http://shop.example/bye?id=4">Bye</a><a href="https://shop.example/">Home</a>
      <a href="https://shop.example/?leave=1">Leave</a>`
    const named =
      '<mailto:a@example.com>,\r\n <https://shop.example/bye?id=4&one=1>, <https://shop.example/?leave=1>'
    expect(sort(html, headerWith(named))).toEqual({
      inHeader: ['shop.example/bye', 'shop.example/?leave=1'],
      ask: ['https://shop.example/'],
      leftAlone: [
        ['http://shop.example/bye?id=4', 'List-Unsubscribe names it'],
        ['https://shop.example/?leave=1', 'List-Unsubscribe names it'],
      ],
    })
  })

  it('are at most 100, and the rest is left alone, as is a very long address', () => {
    const html = Array.from({ length: 120 }, (_, at) => `<a href="${plain}/${at}">Shop</a>`)
    const long = `<a href="${plain}/${'x'.repeat(8_000)}">Shop</a>`
    const { ask, leftAlone } = sort([long, ...html].join(''))
    expect(ask).toHaveLength(100)
    expect(leftAlone.map(([, reason]) => reason)).toEqual([
      'its address has more than 8000 characters',
      ...Array.from({ length: 20 }, () => 'only 100 links of an email are asked'),
    ])
  })
})

describe('click trackers', () => {
  it.each(clickTrackers.flatMap(({ hosts }) => hosts))('of %s are left alone', (host) => {
    for (const address of [`https://${host}/x`, `https://u1.${host}/x`]) {
      expect(isAsked(address, 'Our shop')).toBe(false)
      expect(sort(`<a href="${address}">Our shop</a>`, null, true).ask).toEqual([address])
    }
    expect(isAsked(`https://not-${host}/x`, 'Our shop')).toBe(true)
  })

  it.each([
    'https://url99.shop.example/ls/click?upn=u001.abc',
    'https://click.mail.shop.example/?qs=0123456789abcdef0123',
    'https://shop.example/e3t/Ctc/ABC',
    'https://email.shop.example/c/eJwVzk',
    'https://link.shop.example/e/c/eyJ',
    'https://trk.shop.example/4',
    'https://clicks.shop.example/4',
  ])('on hosts of senders are left alone: %s', (address) => {
    expect(isAsked(address, 'Our shop')).toBe(false)
  })

  it('each have a public source', () => {
    for (const { source } of clickTrackers) expect(source).toMatch(/^https:\/\//)
  })
})

describe('the facts of the check', () => {
  const facts = (result: ReadonlyMap<string, LinkAnswer> | null) => {
    const [links] = runChecks(
      emailToCheck({
        html: `<a href="${plain}#top">Our shop</a><a href="${plain}/bye">Unsubscribe</a>`,
        changes: null,
        measurements: { ...noMeasurements, links: { status: 'done', description: null, result } },
      }),
      ['links'],
    )
    return links?.facts
  }

  it('are how many were asked, and which were left alone and why', () => {
    expect(facts(null)).toEqual({ links: 2 })
    const alone = Array.from({ length: 60 }, (_, at): [string, LinkAnswer] => [
      `${plain}/${at}`,
      { outcome: 'left_alone', reason: 'it looks as if it unsubscribes' },
    ])
    const found = facts(new Map([[plain, { outcome: 'answered', status: 200, redirects: 0 }], ...alone]))
    expect(found).toMatchObject({ links: 2, asked: 1, left_alone: 60 })
    expect(found?.left_alone_links).toHaveLength(50)
    expect(found?.left_alone_links).toContainEqual({
      address: `${plain}/0`,
      reason: 'it looks as if it unsubscribes',
    })
  })
})

describe('an email with more than 1,000 links', () => {
  const links = Array.from({ length: 1_000 }, (_, at) => `<a href="${plain}/${at % 50}">x</a>`).join('')
  const html = `${links}<a href="${plain}/7#top">Unsubscribe</a><a href="">x</a><p>x</p>`

  it('has the first 1,000 looked at, and leaves alone what one of the others leads to, too', () => {
    const { ask, leftAlone } = sort(html)
    expect(ask).toHaveLength(49)
    expect(leftAlone).toEqual([
      [`${plain}/7`, 'one of the links after the first 1000, which are not looked at, leads there too'],
    ])
  })

  it('says in the report that no more were looked at', () => {
    const [report] = runChecks(emailToCheck({ html }), ['links'])
    expect(report?.facts).toMatchObject({ links: 1_002 })
    expect(report?.findings.map(({ rule, description }) => [rule, description])).toEqual([
      ['links/too-many', 'The email has 1002 links; only the first 1000 are looked at, and asked.'],
    ])
  })
})
