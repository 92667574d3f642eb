import { formatWait, type Texts } from '@pas/pages/languages'

const en = {
  title: 'Password',
  explanation:
    'A new password signs you out of every other browser. Applications that act for you stay connected.',
  oldPassword: 'Current password',
  save: 'Change password',
  saved: 'Your password is changed. You are signed out of every other browser.',
  wrong: 'Nothing was saved, because the present password is not right. Type it again.',
  tooMany: ({ retryAfterSeconds }: { retryAfterSeconds: number }) =>
    `Nothing was saved, because the present password was wrong too often. Try again in ${formatWait('en', retryAfterSeconds)}.`,
}

export const passwordTexts = {
  en,
  de: {
    title: 'Passwort',
    explanation:
      'Ein neues Passwort meldet Sie in allen anderen Browsern ab. Anwendungen, die für Sie handeln, bleiben verbunden.',
    oldPassword: 'Jetziges Passwort',
    save: 'Passwort ändern',
    saved: 'Ihr Passwort ist geändert. In allen anderen Browsern sind Sie abgemeldet.',
    wrong:
      'Es wurde nichts gespeichert, weil das jetzige Passwort nicht stimmt. Geben Sie es noch einmal ein.',
    tooMany: ({ retryAfterSeconds }) =>
      `Es wurde nichts gespeichert, weil das jetzige Passwort zu oft falsch war. Versuchen Sie es in ${formatWait('de', retryAfterSeconds)} noch einmal.`,
  },
  fr: {
    title: 'Mot de passe',
    explanation:
      'Un nouveau mot de passe vous déconnecte de tous les autres navigateurs. Les applications qui agissent pour vous restent connectées.',
    oldPassword: 'Mot de passe actuel',
    save: 'Changer le mot de passe',
    saved: 'Votre mot de passe est changé. Vous êtes déconnecté de tous les autres navigateurs.',
    wrong: 'Rien n’a été enregistré, car le mot de passe actuel est incorrect. Saisissez-le de nouveau.',
    tooMany: ({ retryAfterSeconds }) =>
      `Rien n’a été enregistré, car le mot de passe actuel a été incorrect trop souvent. Réessayez dans ${formatWait('fr', retryAfterSeconds)}.`,
  },
} satisfies Texts<typeof en>
