import type { Texts } from '@pas/pages/languages'

const en = {
  title: 'Emails',
  heading: 'See an email in every email client',
  source: 'HTML, or a whole message with its headers',
  sourcePlaceholder: 'Paste the source here, or drop a file',
  file: 'Or a file',
  fileHint: 'HTML or .eml, at most 10 MiB',
  subject: 'Subject',
  reference: 'Reference',
  referenceHint: 'Your own name for it, to find it again',
  clients: 'Email clients',
  choices: { mine: 'Mine', popular: 'Popular', all: 'All', ticked: 'Those ticked below' },
  tick: 'Choose email clients',
  change: 'Change',
  draw: 'Draw',
  drawKeys: 'Ctrl+Enter',
  testCard: 'The test card',
  testCardHint: 'An email of ours that shows what an email client does to colours, widths and pictures',
  testCardFile: 'Save it, to send it to a real email client',
  recent: 'Recent emails',
  findEmail: 'Find by subject or reference',
  find: 'Find',
  everyEmail: 'All emails',
  noneYet: 'No email yet. Paste one, and its pictures appear within seconds.',
  noneFound: 'No email has this in its subject, name or reference. Subjects are found for 48 hours.',
  noneFoundYet: 'None of the emails that were looked through. Go on with the older ones.',
  edit: 'Edit',
  editLabel: ({ name }: { name: string }) => `Edit ${name}`,
  deletedNotice: 'The email is deleted.',
  older: 'Older emails',
  drawn: ({ number }: { number: string }) => `${number} drawn`,
  waiting: ({ number }: { number: string }) => `${number} waiting`,
  failed: ({ number }: { number: string }) => `! ${number} failed`,
  empty: 'There is nothing to draw yet. Paste the source of an email, or choose a file.',
  binary:
    'This is not the source of an email: it holds binary data. Choose an HTML file or a message saved as .eml.',
  lostCharset:
    'This message was copied as text, and some of it would be misread: it names another charset than UTF-8. Choose the message itself, saved as .eml.',
  mjml: 'This is MJML. Compile it first, for example with “mjml email.mjml -o email.html”, and paste the HTML.',
  address:
    'This is an address. Paste what is behind it: the source of the email. In a browser, “View source” shows it.',
  outlookFile:
    'This is a .msg, which only Outlook can read. In the new Outlook and on the web, save the message as .eml; in the classic Outlook, save it as HTML. Choose that file here.',
  noHtml:
    'There is no HTML in this text. Paste the HTML of the email, or the whole message with its headers.',
  tooLong: ({ size }: { size: string | null }) =>
    `${size === null ? 'This email' : `This email has ${size} MiB, which`} is more than the 10 MiB that one email may have. Leave out embedded pictures.`,
  wrongReference: 'A reference has at most 128 characters, and no line breaks.',
  wrongLabel: 'A name has at most 128 characters, and no line breaks.',
  noneTicked: 'Tick at least one email client.',
  noneAvailable: 'None of these email clients is available at the moment. Choose others.',
  tooMany: ({ seconds }: { seconds: number }) =>
    `Your account has sent many emails just now. Try again in ${seconds} s.`,
  clientGone: 'One of these email clients is no longer offered. Choose others.',
  setGone: 'This set is deleted. Choose another.',
  emailGone: 'The email that this is a new version of is deleted. Hand this one in on the first page.',
  unreadable:
    'The source could not be read. Paste the HTML of the email, or the whole message as it was sent, with its headers.',
}

export const homeTexts = {
  en,
  de: {
    title: 'E-Mails',
    heading: 'Eine E-Mail in jedem E-Mail-Programm sehen',
    source: 'HTML oder eine ganze Nachricht mit Kopfzeilen',
    sourcePlaceholder: 'Quelltext hier einfügen oder eine Datei hierher ziehen',
    file: 'Oder eine Datei',
    fileHint: 'HTML oder .eml, höchstens 10 MiB',
    subject: 'Betreff',
    reference: 'Referenz',
    referenceHint: 'Ihr eigener Name dafür, zum Wiederfinden',
    clients: 'E-Mail-Programme',
    choices: { mine: 'Meine', popular: 'Beliebte', all: 'Alle', ticked: 'Die unten angekreuzten' },
    tick: 'E-Mail-Programme auswählen',
    change: 'Ändern',
    draw: 'Zeichnen',
    drawKeys: 'Strg+Eingabe',
    testCard: 'Die Testkarte',
    testCardHint:
      'Eine E-Mail von uns, die zeigt, was ein E-Mail-Programm mit Farben, Breiten und Bildern macht',
    testCardFile: 'Speichern, um sie an ein echtes E-Mail-Programm zu senden',
    recent: 'Letzte E-Mails',
    findEmail: 'Nach Betreff oder Referenz suchen',
    find: 'Suchen',
    everyEmail: 'Alle E-Mails',
    noneYet: 'Noch keine E-Mail. Fügen Sie eine ein, und ihre Bilder erscheinen in Sekunden.',
    noneFound:
      'Keine E-Mail hat das in Betreff, Name oder Referenz. Nach dem Betreff wird 48 Stunden lang gefunden.',
    noneFoundYet: 'Keine der durchsuchten E-Mails. Suchen Sie in den älteren weiter.',
    edit: 'Bearbeiten',
    editLabel: ({ name }) => `${name} bearbeiten`,
    deletedNotice: 'Die E-Mail ist gelöscht.',
    older: 'Ältere E-Mails',
    drawn: ({ number }) => `${number} gezeichnet`,
    waiting: ({ number }) => `${number} warten`,
    failed: ({ number }) => `! ${number} fehlgeschlagen`,
    empty:
      'Es gibt noch nichts zu zeichnen. Fügen Sie den Quelltext einer E-Mail ein oder wählen Sie eine Datei.',
    binary:
      'Das ist nicht der Quelltext einer E-Mail: Es enthält Binärdaten. Wählen Sie eine HTML-Datei oder eine als .eml gespeicherte Nachricht.',
    lostCharset:
      'Diese Nachricht wurde als Text kopiert, und ein Teil würde falsch gelesen: Sie nennt einen anderen Zeichensatz als UTF-8. Wählen Sie die Nachricht selbst, als .eml gespeichert.',
    mjml: 'Das ist MJML. Übersetzen Sie es zuerst, zum Beispiel mit „mjml email.mjml -o email.html“, und fügen Sie das HTML ein.',
    address:
      'Das ist eine Adresse. Fügen Sie ein, was dahinter ist: den Quelltext der E-Mail. Ein Browser zeigt ihn mit „Seitenquelltext anzeigen“.',
    outlookFile:
      'Das ist eine .msg-Datei, die nur Outlook lesen kann. Speichern Sie die Nachricht im neuen Outlook oder im Web als .eml, im klassischen Outlook als HTML, und wählen Sie hier diese Datei.',
    noHtml:
      'In diesem Text ist kein HTML. Fügen Sie das HTML der E-Mail ein oder die ganze Nachricht mit Kopfzeilen.',
    tooLong: ({ size }) =>
      `Diese E-Mail hat ${size === null ? 'mehr als die' : `${size} MiB und damit mehr als die`} 10 MiB, die eine E-Mail haben darf. Lassen Sie eingebettete Bilder weg.`,
    wrongReference: 'Eine Referenz hat höchstens 128 Zeichen und keine Zeilenumbrüche.',
    wrongLabel: 'Ein Name hat höchstens 128 Zeichen und keine Zeilenumbrüche.',
    noneTicked: 'Kreuzen Sie mindestens ein E-Mail-Programm an.',
    noneAvailable: 'Keines dieser E-Mail-Programme ist zurzeit verfügbar. Wählen Sie andere.',
    tooMany: ({ seconds }) =>
      `Ihr Konto hat gerade viele E-Mails gesendet. Versuchen Sie es in ${seconds} s noch einmal.`,
    clientGone: 'Eines dieser E-Mail-Programme gibt es hier nicht mehr. Wählen Sie andere.',
    setGone: 'Diese Auswahl ist gelöscht. Wählen Sie eine andere.',
    emailGone:
      'Die E-Mail, von der dies eine neue Fassung ist, ist gelöscht. Laden Sie diese auf der ersten Seite hoch.',
    unreadable:
      'Der Quelltext war nicht zu lesen. Fügen Sie das HTML der E-Mail ein oder die ganze Nachricht, wie sie gesendet wurde, mit Kopfzeilen.',
  },
  fr: {
    title: 'E-mails',
    heading: 'Voir un e-mail dans chaque messagerie',
    source: 'HTML, ou un message entier avec ses en-têtes',
    sourcePlaceholder: 'Collez le code source ici, ou déposez un fichier',
    file: 'Ou un fichier',
    fileHint: 'HTML ou .eml, 10 Mio au plus',
    subject: 'Objet',
    reference: 'Référence',
    referenceHint: 'Votre propre nom, pour le retrouver',
    clients: 'Messageries',
    choices: {
      mine: 'Les miennes',
      popular: 'Les plus courantes',
      all: 'Toutes',
      ticked: 'Celles cochées ci-dessous',
    },
    tick: 'Choisir des messageries',
    change: 'Modifier',
    draw: 'Dessiner',
    drawKeys: 'Ctrl+Entrée',
    testCard: 'La mire',
    testCardHint:
      'Un e-mail à nous, qui montre ce qu’une messagerie fait des couleurs, des largeurs et des images',
    testCardFile: 'L’enregistrer, pour l’envoyer à une vraie messagerie',
    recent: 'E-mails récents',
    findEmail: 'Chercher par objet ou référence',
    find: 'Chercher',
    everyEmail: 'Tous les e-mails',
    noneYet: 'Pas encore d’e-mail. Collez-en un : ses images apparaissent en quelques secondes.',
    noneFound:
      'Aucun e-mail n’a cela dans son objet, son nom ou sa référence. L’objet se cherche pendant 48 heures.',
    noneFoundYet: 'Aucun des e-mails parcourus. Continuez avec les plus anciens.',
    edit: 'Modifier',
    editLabel: ({ name }) => `Modifier ${name}`,
    deletedNotice: 'L’e-mail est supprimé.',
    older: 'E-mails plus anciens',
    drawn: ({ number }) => `${number} dessinées`,
    waiting: ({ number }) => `${number} en attente`,
    failed: ({ number }) => `! ${number} en échec`,
    empty: 'Il n’y a encore rien à dessiner. Collez le code source d’un e-mail, ou choisissez un fichier.',
    binary:
      'Ce n’est pas le code source d’un e-mail : il contient des données binaires. Choisissez un fichier HTML ou un message enregistré en .eml.',
    lostCharset:
      'Ce message a été copié comme texte, et une partie serait mal lue : il indique un autre jeu de caractères que UTF-8. Choisissez le message lui-même, enregistré en .eml.',
    mjml: 'C’est du MJML. Compilez-le d’abord, par exemple avec « mjml email.mjml -o email.html », puis collez le HTML.',
    address:
      'C’est une adresse. Collez ce qui s’y trouve : le code source de l’e-mail. Un navigateur l’affiche avec « Afficher le code source ».',
    outlookFile:
      'C’est un fichier .msg, que seul Outlook sait lire. Dans le nouvel Outlook ou sur le web, enregistrez le message en .eml ; dans l’Outlook classique, en HTML. Choisissez ce fichier ici.',
    noHtml:
      'Il n’y a pas de HTML dans ce texte. Collez le HTML de l’e-mail, ou le message entier avec ses en-têtes.',
    tooLong: ({ size }) =>
      `Cet e-mail ${size === null ? 'dépasse' : `fait ${size} Mio et dépasse`} les 10 Mio qu’un e-mail peut avoir. Retirez les images intégrées.`,
    wrongReference: 'Une référence a 128 caractères au plus, sans saut de ligne.',
    wrongLabel: 'Un nom a 128 caractères au plus, sans saut de ligne.',
    noneTicked: 'Cochez au moins une messagerie.',
    noneAvailable: 'Aucune de ces messageries n’est disponible pour le moment. Choisissez-en d’autres.',
    tooMany: ({ seconds }) =>
      `Votre compte vient d’envoyer de nombreux e-mails. Réessayez dans ${seconds} s.`,
    clientGone: 'L’une de ces messageries n’est plus proposée. Choisissez-en d’autres.',
    setGone: 'Cette sélection est supprimée. Choisissez-en une autre.',
    emailGone:
      'L’e-mail dont celui-ci est une nouvelle version est supprimé. Déposez celui-ci sur la première page.',
    unreadable:
      'Le code source n’a pas pu être lu. Collez le HTML de l’e-mail, ou le message entier tel qu’il a été envoyé, avec ses en-têtes.',
  },
} satisfies Texts<typeof en>
