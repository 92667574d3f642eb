import { maxPasswordCharacters, minPasswordCharacters } from '@pas/accounts/passwords'
import type { Texts } from '@pas/pages/languages'

const en = {
  newPassword: 'New password',
  repeat: 'New password again',
  hint: `At least ${minPasswordCharacters} characters. Several words are safer than a short password with special characters.`,
  wrongLength: `Nothing was saved, because the new password is too short or too long. Type one of ${minPasswordCharacters} to ${maxPasswordCharacters} characters.`,
  different: 'Nothing was saved, because the new password is not the same in both fields. Type it twice.',
}

export const newPasswordTexts = {
  en,
  de: {
    newPassword: 'Neues Passwort',
    repeat: 'Neues Passwort noch einmal',
    hint: `Mindestens ${minPasswordCharacters} Zeichen. Mehrere Wörter sind sicherer als ein kurzes Passwort mit Sonderzeichen.`,
    wrongLength: `Es wurde nichts gespeichert, weil das neue Passwort zu kurz oder zu lang ist. Geben Sie eines mit ${minPasswordCharacters} bis ${maxPasswordCharacters} Zeichen ein.`,
    different:
      'Es wurde nichts gespeichert, weil das neue Passwort nicht in beiden Feldern gleich ist. Geben Sie es zweimal ein.',
  },
  fr: {
    newPassword: 'Nouveau mot de passe',
    repeat: 'Nouveau mot de passe, une seconde fois',
    hint: `Au moins ${minPasswordCharacters} caractères. Plusieurs mots sont plus sûrs qu’un mot de passe court avec des signes.`,
    wrongLength: `Rien n’a été enregistré, car le nouveau mot de passe est trop court ou trop long. Saisissez-en un de ${minPasswordCharacters} à ${maxPasswordCharacters} caractères.`,
    different:
      'Rien n’a été enregistré, car le nouveau mot de passe n’est pas le même dans les deux champs. Saisissez-le deux fois.',
  },
} satisfies Texts<typeof en>
