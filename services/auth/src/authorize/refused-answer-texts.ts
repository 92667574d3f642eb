import type { Texts } from '@pas/pages/languages'

const en = {
  unreadableAnswer:
    'We could not read this answer. Nothing was allowed. Go back to the application and start again from there.',
  notWaiting:
    'This question has been answered already, is older than 10 minutes, or was meant for another user. Nothing was allowed. Go back to the application and start again from there.',
  sessionEnded:
    'Your session has ended. Nothing was allowed. Go back to the application and start again from there.',
  applicationChanged:
    'The application has been changed or switched off in the meantime. Nothing was allowed. Go back to the application and start again from there.',
  switchBackFirst:
    'You act for another user, for whom this application does not open. Nothing was allowed. Switch back, then start again from the application.',
}

export const refusedAnswerTexts = {
  en,
  de: {
    unreadableAnswer:
      'Diese Antwort konnten wir nicht lesen. Es wurde nichts erlaubt. Gehen Sie zurück zur Anwendung und beginnen Sie dort von vorn.',
    notWaiting:
      'Diese Frage ist schon beantwortet, älter als 10 Minuten oder galt einem anderen Benutzer. Es wurde nichts erlaubt. Gehen Sie zurück zur Anwendung und beginnen Sie dort von vorn.',
    sessionEnded:
      'Ihre Sitzung ist beendet. Es wurde nichts erlaubt. Gehen Sie zurück zur Anwendung und beginnen Sie dort von vorn.',
    applicationChanged:
      'Die Anwendung wurde inzwischen geändert oder abgeschaltet. Es wurde nichts erlaubt. Gehen Sie zurück zur Anwendung und beginnen Sie dort von vorn.',
    switchBackFirst:
      'Sie handeln im Namen eines anderen Benutzers, für den sich diese Anwendung nicht öffnet. Es wurde nichts erlaubt. Wechseln Sie zurück und beginnen Sie dann in der Anwendung von vorn.',
  },
  fr: {
    unreadableAnswer:
      'Nous n’avons pas pu lire cette réponse. Rien n’a été autorisé. Revenez à l’application et recommencez de là.',
    notWaiting:
      'Cette question a déjà reçu une réponse, date de plus de 10 minutes ou s’adressait à un autre utilisateur. Rien n’a été autorisé. Revenez à l’application et recommencez de là.',
    sessionEnded:
      'Votre session est terminée. Rien n’a été autorisé. Revenez à l’application et recommencez de là.',
    applicationChanged:
      'L’application a été modifiée ou désactivée entre-temps. Rien n’a été autorisé. Revenez à l’application et recommencez de là.',
    switchBackFirst:
      'Vous agissez au nom d’un autre utilisateur, pour lequel cette application ne s’ouvre pas. Rien n’a été autorisé. Revenez à votre utilisateur, puis recommencez depuis l’application.',
  },
} satisfies Texts<typeof en>
