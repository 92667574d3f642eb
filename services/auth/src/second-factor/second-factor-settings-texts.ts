import { formatWait, type Texts } from '@pas/pages/languages'

interface SecondFactorSettingsTexts {
  title: string
  intro: string
  scanHeading: string
  scan: string
  qrCode: string
  openApp: string
  typeSecret: string
  confirmHeading: string
  code: string
  password: string
  turnOn: string
  codesHeading: string
  keepCodes: string
  copy: string
  copied: string
  copyFailed: string
  save: string
  codesFile: string
  print: string
  haveStored: string
  done: string
  isOn: string
  since: string
  codesLeft: string
  proof: string
  proofHint: string
  replaceCodes: string
  turnOff: string
  turnedOff: string
  newSecret: string
  wrongCode: string
  wrongPassword: string
  tooMany: (values: { retryAfterSeconds: number }) => string
}

export const secondFactorSettingsTexts = {
  en: {
    title: 'Second factor',
    intro:
      'With a second factor you sign in with your password and a code from an app on your phone. Somebody who learns your password cannot sign in with it alone.',
    scanHeading: '1. Scan this code',
    scan: 'Open an authenticator app, such as Google Authenticator, Microsoft Authenticator, 1Password or Aegis, and scan the code with it.',
    qrCode: 'QR code for your authenticator app',
    openApp: 'On your phone: open the app',
    typeSecret: 'Or type this key into the app:',
    confirmHeading: '2. Confirm',
    code: 'Code of 6 digits that the app shows',
    password: 'Your password',
    turnOn: 'Turn on',
    codesHeading: 'Your recovery codes',
    keepCodes:
      'Print these codes or store them in a safe place: they are shown only now. Each signs you in once when your phone is not at hand.',
    copy: 'Copy',
    copied: 'The codes are copied.',
    copyFailed: 'The browser does not allow copying. Select the codes, and copy them yourself.',
    save: 'Save as a file',
    codesFile: 'recovery-codes.txt',
    print: 'Print',
    haveStored: 'I have stored these codes where I find them without my phone.',
    done: 'Done',
    isOn: 'The second factor is on',
    since: 'Since',
    codesLeft: 'Recovery codes left',
    proof: 'Your password, or a code from your app',
    proofHint: 'Needed for both buttons. New recovery codes replace the ones that you have.',
    replaceCodes: 'New recovery codes',
    turnOff: 'Turn off',
    turnedOff: 'The second factor is off. Your password alone signs you in.',
    newSecret: 'Nothing was changed because this page was too old. Scan the new code that you see now.',
    wrongCode:
      'Nothing was changed because the code is not right, or has been used. Type the next one that your app shows. If this happens again, check the time of your phone.',
    wrongPassword: 'Nothing was changed because the password is not right. Try again.',
    tooMany: ({ retryAfterSeconds }) =>
      `Nothing was changed because too many attempts failed. Try again in ${formatWait('en', retryAfterSeconds)}.`,
  },
  de: {
    title: 'Zweiter Faktor',
    intro:
      'Mit einem zweiten Faktor melden Sie sich mit Ihrem Passwort und einem Code aus einer App auf Ihrem Telefon an. Wer nur Ihr Passwort kennt, kann sich damit nicht anmelden.',
    scanHeading: '1. Diesen Code scannen',
    scan: 'Öffnen Sie eine Authenticator-App, etwa Google Authenticator, Microsoft Authenticator, 1Password oder Aegis, und scannen Sie den Code damit.',
    qrCode: 'QR-Code für Ihre Authenticator-App',
    openApp: 'Auf Ihrem Telefon: App öffnen',
    typeSecret: 'Oder geben Sie diesen Schlüssel in die App ein:',
    confirmHeading: '2. Bestätigen',
    code: 'Code aus 6 Ziffern, den die App zeigt',
    password: 'Ihr Passwort',
    turnOn: 'Einschalten',
    codesHeading: 'Ihre Wiederherstellungscodes',
    keepCodes:
      'Drucken Sie diese Codes aus oder bewahren Sie sie an einem sicheren Ort auf: Sie werden nur jetzt gezeigt. Mit jedem können Sie sich einmal anmelden, wenn Sie Ihr Telefon nicht zur Hand haben.',
    copy: 'Kopieren',
    copied: 'Die Codes sind kopiert.',
    copyFailed: 'Der Browser erlaubt das Kopieren nicht. Markieren und kopieren Sie die Codes selbst.',
    save: 'Als Datei speichern',
    codesFile: 'wiederherstellungscodes.txt',
    print: 'Drucken',
    haveStored: 'Ich habe diese Codes so aufbewahrt, dass ich sie ohne mein Telefon finde.',
    done: 'Fertig',
    isOn: 'Der zweite Faktor ist eingeschaltet',
    since: 'Seit',
    codesLeft: 'Übrige Wiederherstellungscodes',
    proof: 'Ihr Passwort oder ein Code aus Ihrer App',
    proofHint: 'Nötig für beide Schaltflächen. Neue Wiederherstellungscodes ersetzen die bisherigen.',
    replaceCodes: 'Neue Wiederherstellungscodes',
    turnOff: 'Ausschalten',
    turnedOff: 'Der zweite Faktor ist ausgeschaltet. Sie melden sich nur noch mit Ihrem Passwort an.',
    newSecret:
      'Es wurde nichts geändert, weil diese Seite zu alt war. Scannen Sie den neuen Code, den Sie jetzt sehen.',
    wrongCode:
      'Es wurde nichts geändert, weil der Code nicht stimmt oder schon verwendet wurde. Geben Sie den nächsten ein, den Ihre App zeigt. Falls das wieder geschieht, prüfen Sie die Uhrzeit Ihres Telefons.',
    wrongPassword: 'Es wurde nichts geändert, weil das Passwort nicht stimmt. Versuchen Sie es noch einmal.',
    tooMany: ({ retryAfterSeconds }) =>
      `Es wurde nichts geändert, weil zu viele Versuche fehlgeschlagen sind. Versuchen Sie es in ${formatWait('de', retryAfterSeconds)} noch einmal.`,
  },
  fr: {
    title: 'Second facteur',
    intro:
      'Avec un second facteur, vous vous connectez avec votre mot de passe et un code fourni par une application de votre téléphone. Connaître votre mot de passe ne suffit plus pour se connecter.',
    scanHeading: '1. Scannez ce code',
    scan: 'Ouvrez une application d’authentification, par exemple Google Authenticator, Microsoft Authenticator, 1Password ou Aegis, et scannez le code.',
    qrCode: 'Code QR pour votre application d’authentification',
    openApp: 'Sur votre téléphone\u00a0: ouvrir l’application',
    typeSecret: 'Ou saisissez cette clé dans l’application\u00a0:',
    confirmHeading: '2. Confirmez',
    code: 'Code à 6 chiffres affiché par l’application',
    password: 'Votre mot de passe',
    turnOn: 'Activer',
    codesHeading: 'Vos codes de secours',
    keepCodes:
      'Imprimez ces codes ou conservez-les en lieu sûr\u00a0: ils ne sont affichés que maintenant. Chacun vous permet de vous connecter une fois si vous n’avez pas votre téléphone.',
    copy: 'Copier',
    copied: 'Les codes sont copiés.',
    copyFailed: 'Le navigateur ne permet pas de copier. Sélectionnez et copiez les codes vous-même.',
    save: 'Enregistrer dans un fichier',
    codesFile: 'codes-de-secours.txt',
    print: 'Imprimer',
    haveStored: 'J’ai conservé ces codes là où je les trouverai sans mon téléphone.',
    done: 'Terminé',
    isOn: 'Le second facteur est activé',
    since: 'Depuis le',
    codesLeft: 'Codes de secours restants',
    proof: 'Votre mot de passe, ou un code de votre application',
    proofHint: 'Nécessaire pour les deux boutons. Les nouveaux codes de secours remplacent les anciens.',
    replaceCodes: 'Nouveaux codes de secours',
    turnOff: 'Désactiver',
    turnedOff: 'Le second facteur est désactivé. Votre mot de passe suffit pour vous connecter.',
    newSecret:
      'Rien n’a été modifié, car cette page était trop ancienne. Scannez le nouveau code affiché maintenant.',
    wrongCode:
      'Rien n’a été modifié, car le code est incorrect ou a déjà été utilisé. Saisissez le prochain code affiché par votre application. Si cela se reproduit, vérifiez l’heure de votre téléphone.',
    wrongPassword: 'Rien n’a été modifié, car le mot de passe est incorrect. Réessayez.',
    tooMany: ({ retryAfterSeconds }) =>
      `Rien n’a été modifié, car trop de tentatives ont échoué. Réessayez dans ${formatWait('fr', retryAfterSeconds)}.`,
  },
} satisfies Texts<SecondFactorSettingsTexts>
