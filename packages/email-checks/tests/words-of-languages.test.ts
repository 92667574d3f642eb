import { noMeasurements } from '../src/measurements'
import { runChecks } from '../src/run-checks'
import type { CheckName } from '../src/rule'

const rulesOf = (html: string, name: CheckName): string[] =>
  runChecks(
    {
      html,
      ...{ plainText: null, subject: null, fromDisplayName: null, fromAddress: null, message: null },
      ...{ emailClients: [], changes: null, assets: null, lostAssets: [], measurements: noMeasurements },
    },
    [name],
  ).flatMap(({ findings }) => findings.map(({ rule }) => rule))

it.each([
  'Click here', 'Hier klicken', 'Cliquez ici', 'Haga clic aquí', 'Leggi di più', 'Saiba mais', 'Lees verder',
  'Kliknij tutaj', 'Läs mer', 'Læs mere', 'Les mer', 'Lue lisää', 'Více', 'Tovább', 'Află mai mult', 'Περισσότερα',
  'Buraya tıklayın', 'Подробнее', 'こちら', '자세히 보기', '了解更多', '點擊這裡', 'اقرأ المزيد', 'לחצו כאן',
])('says that a link of the words "%s" is vague', (words) => {
  const html = `<html lang="en"><a href="https://shop.example/">${words} »</a>`
  expect(rulesOf(html, 'accessibility')).toContain('accessibility/vague-link')
  expect(rulesOf(html.replace(words, `${words} Kettle 4`), 'accessibility')).not.toContain(
    'accessibility/vague-link',
  )
}) // prettier-ignore

it.each([
  'View in browser', 'Can’t see this email?', 'Im Browser ansehen', 'Voir la version en ligne', 'Ver en el navegador',
  'Apri nel browser', 'Ver no navegador', 'Bekijk in de browser', 'Zobacz w przeglądarce', 'Visa i webbläsaren',
  'Vis i nettleser', 'Avaa selaimessa', 'Zobrazit v prohlížeči', 'Megnyitás böngészőben', 'Vezi în browser',
  'Προβολή στο πρόγραμμα περιήγησης', 'Tarayıcıda görüntüle', 'Открыть в браузере', 'ブラウザで見る', '브라우저에서 보기',
  '在浏览器中查看', '在瀏覽器中查看', 'عرض في المتصفح', 'לצפייה בדפדפן', 'Frameld', 'Απεγγραφή', '退订', 'إلغاء الاشتراك',
])('says that "%s" is no preheader', (words) => {
  expect(rulesOf(`<body><p>${words}</p><h1>Sale</h1></body>`, 'subject')).toContain('subject/preheader-navigation')
  expect(rulesOf('<body><p>Half price on kettles</p><h1>Sale</h1></body>', 'subject')).not.toContain('subject/preheader-navigation')
}) // prettier-ignore
